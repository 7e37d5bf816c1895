package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import io.spillway.event.ReadCounts;
import io.spillway.event.Row;
import io.spillway.layout.BegunPlan;
import io.spillway.layout.Bucket;
import io.spillway.layout.BucketFactory;
import io.spillway.log.LogScope;
import io.spillway.metrics.MetricNames;
import io.spillway.plan.StorageCommand;
import io.spillway.policy.Deciders;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import io.spillway.tables.TableRules;
import io.spillway.wire.WireTypes;
import java.util.Optional;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins {@link Spool} to Flink: keyed rows in, what every subtask must know beside them, sealed
 * files out. Its watermark says that everything up to there is in a file. Works with the keyed
 * state only for whole batches, so no key is set for a row.
 */
public final class SpoolOperator extends AbstractStreamOperator<StorageCommand>
    implements TwoInputStreamOperator<Row, Broadcast, StorageCommand>, BoundedMultiInput {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SpoolOperator.class);
  static final String ONLY = "drains";
  static final MapStateDescriptor<String, DrainState> DRAINS =
      new MapStateDescriptor<>("drains", StringSerializer.INSTANCE, new DrainStateSerializer());

  static final MapStateDescriptor<String, Long> WATERMARK =
      new MapStateDescriptor<>("watermark", StringSerializer.INSTANCE, LongSerializer.INSTANCE);

  /** Key in {@link #WATERMARK}: number of the rewind that the state is part of. */
  private static final String REWIND = "rewind";

  /** Key in {@link #JOB}: the newest plan in the bucket when that job started. */
  private static final String BASE = "base";

  /** Id of the job that took the state. */
  static final MapStateDescriptor<String, String> JOB =
      new MapStateDescriptor<>("job", StringSerializer.INSTANCE, StringSerializer.INSTANCE);

  /** Rows between two looks at the clock. */
  private static final int CLOCK_ROWS = 256;

  private static final MapStateDescriptor<String, Broadcast> CONTROL =
      new MapStateDescriptor<>("control", Types.STRING, WireTypes.BROADCAST);

  /** Longest time between two looks at what is overdue or stuck. */
  private static final long TICK_MS = 1000;

  private final SpoolSettings settings;
  private final RowFormat format;
  private final BucketFactory buckets;
  private final PolicyMatrix policy;
  private final TableRules rules;

  private transient Spool spool;
  private transient FlushLog flushLog;
  private transient StatementMetrics statements;
  private transient BroadcastState<String, DrainState> drainState;
  private transient BroadcastState<String, Long> watermarkState;
  private transient BroadcastState<String, Broadcast> controlState;
  private transient BroadcastState<String, String> jobState;
  private transient Rewind.StateMark restoredMark;
  private transient Optional<BegunPlan> base;
  private transient long rewind;
  private transient long restoredWatermark;
  private transient StreamRecord<StorageCommand> reused;
  private transient Counter accepted;
  private transient long restoredCheckpointId;
  private transient long completedId;
  private transient long forwarded;
  private transient LastWatermark last;
  private transient SteadyClock clock;
  private transient long nowMs;
  private transient long armedMs;
  private transient int rowsSinceClock;
  private transient int endedInputs;

  /** Delivers every table by its own name. */
  public SpoolOperator(
      SpoolSettings settings, RowFormat format, BucketFactory buckets, PolicyMatrix policy) {
    this(settings, format, buckets, policy, TableRules.NONE);
  }

  /**
   * @param policy what failures mean
   * @param rules which tables are delivered, and by which names
   */
  public SpoolOperator(
      SpoolSettings settings,
      RowFormat format,
      BucketFactory buckets,
      PolicyMatrix policy,
      TableRules rules) {
    this.rules = rules;
    this.settings = settings;
    this.policy = policy;
    this.format = format;
    this.buckets = buckets;
  }

  @Override
  public boolean hasKeyContext1() {
    return false;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    drainState = context.getOperatorStateStore().getBroadcastState(DRAINS);
    controlState = context.getOperatorStateStore().getBroadcastState(CONTROL);
    restoredCheckpointId = context.getRestoredCheckpointId().orElse(0);
    watermarkState = context.getOperatorStateStore().getBroadcastState(WATERMARK);
    jobState = context.getOperatorStateStore().getBroadcastState(JOB);
    Long restoredRewind = watermarkState.get(REWIND);
    String restoredJob = jobState.get(ONLY);
    restoredMark =
        new Rewind.StateMark(
            restoredJob == null ? "" : restoredJob,
            restoredCheckpointId,
            BegunPlan.parse(jobState.get(BASE)),
            restoredRewind == null ? 0 : restoredRewind);
    Long restored = watermarkState.get(ONLY);
    // the end of time is that of the run before
    boolean isNone = restored == null || restored == Long.MAX_VALUE;
    restoredWatermark = isNone ? Long.MIN_VALUE : restored;
  }

  private SpoolSettings here() {
    long heapBytes = Runtime.getRuntime().maxMemory();
    int slots =
        getContainingTask()
            .getEnvironment()
            .getTaskManagerInfo()
            .getConfiguration()
            .get(TaskManagerOptions.NUM_TASK_SLOTS);
    SpoolSettings here = settings.in(heapBytes, slots);
    LOG.info(
        "rows have {} bytes of memory here, of a heap of {} bytes and {} slots",
        here.memoryBytes(),
        heapBytes,
        slots);
    return here;
  }

  @Override
  public void open() throws Exception {
    super.open();
    reused = new StreamRecord<>(null);
    forwarded = Long.MIN_VALUE;
    last = new LastWatermark();
    armedMs = Long.MAX_VALUE;
    clock = new SteadyClock();
    readClock();
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    MetricGroup group = getMetricGroup().addGroup(MetricNames.GROUP);
    LogScope.node(group.getAllVariables());
    accepted = group.counter(MetricNames.WAKE_CALLS);
    Deciders deciders = new Deciders(policy, new PolicyMetrics(getMetricGroup()));
    SpoolSettings here = here();
    flushLog = new FlushLog(here, () -> nowMs);
    SpoolMetrics metrics = new SpoolMetrics(group, deciders, subtask == 0, flushLog);
    KeyedStore store = new KeyedStore(getKeyedStateBackend());
    Bucket bucket = buckets.open();
    base = bucket.begun();
    boolean used = base.isEmpty() && bucket.isUsed();
    rewind = Rewind.number(restoredMark, base, used, settings.again());
    if (rewind > restoredMark.rewind() && subtask == 0) {
      logRewind();
    }
    SpoolPorts ports =
        new SpoolPorts(
            store, bucket, command -> output.collect(reused.replace(command)), metrics, rules);
    spool =
        new Spool(
            here,
            format,
            ports,
            new SubtaskShare(subtask, parallelism),
            drainState.get(ONLY),
            rewind);
    spool.startAfter(restoredCheckpointId);
    ControlChange control = (ControlChange) controlState.get(ONLY);
    spool.restoreControl(control);
    if (control != null) {
      flushLog.tellEvery(control.tuning().flushLogMs());
    }
    store.restore(spool, nowMs);
    metrics.observe(spool);
    statements = new StatementMetrics(group, deciders, spool.drains());
    arm();
  }

  private void logRewind() {
    String newest =
        base.map(plan -> "newest plan: checkpoint " + plan.checkpointId() + " of job " + plan.job())
            .orElse("no note of the newest plan");
    String rest =
        "They are read back, and rows that are read again and stand in them are dropped and counted"
            + " in "
            + MetricNames.ALREADY_DELIVERED;
    if (restoredCheckpointId == 0) {
      // the command that has started the job has told so already
      LOG.info("the job starts without a state, and the bucket has files ({}). {}", newest, rest);
    } else {
      LOG.warn(
          "the bucket has files that the state of checkpoint {} does not know ({}). {}",
          restoredCheckpointId,
          newest,
          rest);
    }
  }

  @Override
  public void processElement1(StreamRecord<Row> element) throws Exception {
    if (++rowsSinceClock >= CLOCK_ROWS) {
      readClock();
    }
    spool.row(element.getValue(), nowMs);
    accepted.inc();
  }

  @Override
  public void processElement2(StreamRecord<Broadcast> element) throws Exception {
    if (element.getValue() instanceof ReadCounts counts) {
      spool.drains().statements().handedOn(counts.statements());
      // every subtask gets it, one passes it on
      if (isFirst() && counts.read() > 0) {
        output.collect(reused.replace(new StorageCommand.Counted(counts.ofRows(), 0)));
      }
      return;
    }
    readClock();
    if (element.getValue() instanceof ControlChange change) {
      flushLog.tellEvery(change.tuning().flushLogMs());
    }
    spool.broadcast(element.getValue(), nowMs);
    if (element.getValue() instanceof ControlChange) {
      forward();
      arm();
    }
  }

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    last.ofRows(mark.getTimestamp());
    super.processWatermark1(mark);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    readClock();
    // a partition that is read on from where it was may begin below what had been reached
    long watermark = Math.max(mark.getTimestamp(), restoredWatermark);
    last.ofBoth(watermark, restoredWatermark);
    spool.watermark(watermark, nowMs);
    forward();
    arm();
  }

  /** Idleness stops here: behind the spool a watermark is about files, and those don't idle. */
  @Override
  protected void processWatermarkStatus(WatermarkStatus status, int input) throws Exception {
    if (combinedWatermark.updateStatus(input, status.isIdle())) {
      processWatermark(new Watermark(combinedWatermark.getCombinedWatermark()));
    }
  }

  private void tick(long time) throws Exception {
    armedMs = Long.MAX_VALUE;
    readClock();
    if (spool.watermark() < restoredWatermark) {
      // Flink restores no watermark, and an upstream that is silent now sends none
      spool.watermark(restoredWatermark, nowMs);
    }
    spool.tick(nowMs);
    forward();
    arm();
  }

  private void arm() {
    long next = Math.min(Math.max(spool.nextTickMs(), nowMs + 1), nowMs + TICK_MS);
    if (next < armedMs) {
      armedMs = next;
      var unused = getProcessingTimeService().registerTimer(next - clock.aheadMs(), this::tick);
    }
  }

  private void readClock() {
    nowMs = clock.at(getProcessingTimeService().getCurrentProcessingTime());
    rowsSinceClock = 0;
    if (spool != null) {
      spool.ahead(clock.aheadMs());
    }
  }

  private void forward() {
    long heldBack = spool.heldBack();
    if (heldBack > forwarded) {
      if (heldBack == Long.MAX_VALUE && last.get() > forwarded) {
        output.emitWatermark(new Watermark(last.get()));
      }
      forwarded = heldBack;
      output.emitWatermark(new Watermark(heldBack));
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    readClock();
    if (!hasEnded()) {
      spool.sealForBarrier(nowMs);
      forward();
    }
    spool.beforeBarrier(checkpointId);
    if (!hasEnded()) {
      countForBalance();
      output.collect(reused.replace(new StorageCommand.Barrier(checkpointId, completedId)));
    }
    drainState.put(ONLY, spool.drains().state());
    if (spool.control() != null) {
      controlState.put(ONLY, spool.control());
    }
    watermarkState.put(REWIND, rewind);
    jobState.put(ONLY, getRuntimeContext().getJobInfo().getJobId().toString());
    if (base.isPresent()) {
      jobState.put(BASE, base.get().toString());
    }
    watermarkState.put(ONLY, Math.max(spool.watermark(), restoredWatermark));
  }

  private boolean isFirst() {
    return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
  }

  /** From then on nothing goes out: those behind have ended, too. What is held stays in state. */
  private boolean hasEnded() {
    return endedInputs == 2;
  }

  /** What is held and was dropped here, for the balance of rows, and whether statements balance. */
  private void countForBalance() {
    if (isFirst()) {
      statements.look(spool.drains());
      long files = spool.drains().statements().takeAnnounced();
      if (files > 0) {
        output.collect(reused.replace(new StorageCommand.SchemasDue(files)));
      }
    }
    long waiting = spool.budget().rows();
    long dropped = spool.copies().takeDropped();
    if (waiting > 0 || dropped > 0) {
      output.collect(
          reused.replace(new StorageCommand.Counted(ReadCounts.ofCopies(dropped), waiting)));
    }
  }

  /** A stopped source leaves rows that no watermark has passed; the last plan must know of them. */
  @Override
  public void endInput(int input) {
    endedInputs++;
    if (hasEnded()) {
      countForBalance();
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    completedId = Math.max(completedId, checkpointId);
    spool.completed(checkpointId);
  }
}
