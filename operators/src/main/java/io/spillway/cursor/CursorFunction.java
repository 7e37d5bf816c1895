package io.spillway.cursor;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Holds the current value of each cursor and writes an event for each ack. Keyed by cursor. The
 * first ack of a cursor behind a restart is preceded by the event that tells what was restored, and
 * whether the log had been further.
 */
public final class CursorFunction extends KeyedProcessFunction<String, FlushAck, CursorEvent>
    implements CheckpointedFunction {
  /** The cursors, by {@link CursorKey#text()}. */
  public static final ValueStateDescriptor<CursorState> STATE =
      new ValueStateDescriptor<>("cursor", new CursorStateSerializer());

  private static final long serialVersionUID = 1L;

  private final String pipeline;
  private final EarlierEvents earlier;
  private final PolicyMatrix policy;
  private transient Decider noForward;
  private transient ValueState<CursorState> state;
  private transient CursorEvent.Origin origin;
  private transient long restoredCheckpointId;
  private transient boolean restored;
  private transient Set<String> told;
  private transient CursorMetrics metrics;

  /**
   * @param earlier the log that the events go to, which tells a rewind
   * @param policy what failures mean
   */
  public CursorFunction(String pipeline, EarlierEvents earlier, PolicyMatrix policy) {
    this.policy = policy;
    this.pipeline = pipeline;
    this.earlier = earlier;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    restored = context.isRestored();
    restoredCheckpointId = context.getRestoredCheckpointId().orElse(0);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) {
    // all of it is keyed
  }

  @Override
  public void open(OpenContext context) {
    state = getRuntimeContext().getState(STATE);
    told = new HashSet<>();
    metrics = new CursorMetrics(getRuntimeContext().getMetricGroup());
    noForward =
        new Deciders(policy, new PolicyMetrics(getRuntimeContext().getMetricGroup()))
            .of(EventType.CURSOR_ADVANCE, ErrorKind.NO_FORWARD);
    origin =
        new CursorEvent.Origin(
            pipeline,
            getRuntimeContext().getJobInfo().getJobId().toHexString(),
            getRuntimeContext().getTaskInfo().getAttemptNumber());
  }

  @Override
  public void processElement(FlushAck ack, Context context, Collector<CursorEvent> out)
      throws Exception {
    CursorState cursor = current();
    long now = context.timerService().currentProcessingTime();
    if (told.add(context.getCurrentKey())) {
      cursor = begin(ack.cursor(), cursor, now, out);
    }
    CursorEvent event = event(ack, cursor, now);
    out.collect(event);
    // a gap speaks of no checkpoint
    long checkpoint = ack instanceof FlushAck.Missing ? 0 : event.work().checkpointId();
    state.update(cursor.after(event.step(), checkpoint));
  }

  private CursorEvent event(FlushAck ack, CursorState cursor, long now) {
    if (ack instanceof FlushAck.Reached reached) {
      CursorStep step = advance(ack.cursor(), cursor, reached.candidate(), reached.checkpointId());
      Work work = new Work.Reached(reached.checkpointId());
      return new CursorEvent(ack.cursor(), step, work, origin, now);
    } else if (ack instanceof FlushAck.Delivered file) {
      CursorStep step = advance(ack.cursor(), cursor, file.candidate(), file.checkpointId());
      Work work = new Work.Written(file.checkpointId(), file.file());
      return new CursorEvent(ack.cursor(), step, work, origin, now);
    } else if (ack instanceof FlushAck.Counted counted) {
      CursorStep step = metrics.counted(cursor.mark(CursorReason.BALANCE));
      Work work = new Work.Counted(counted.checkpointId(), counted.balance());
      return new CursorEvent(ack.cursor(), step, work, origin, now);
    } else if (ack instanceof FlushAck.Missing missing) {
      CursorStep step = metrics.counted(cursor.mark(CursorReason.GAP));
      Work work = new Work.Missed(restoredCheckpointId, missing.gap());
      return new CursorEvent(ack.cursor(), step, work, origin, now);
    } else if (ack instanceof FlushAck.Steered steered) {
      CursorStep step = metrics.counted(cursor.mark(CursorReason.MODE));
      Work work = new Work.Steered(steered.checkpointId(), steered.steering());
      return new CursorEvent(ack.cursor(), step, work, origin, now);
    }
    throw new IllegalStateException("unknown ack: " + ack);
  }

  private CursorStep advance(CursorKey key, CursorState cursor, long candidate, long checkpointId) {
    CursorStep step = metrics.counted(cursor.acknowledge(Long.toString(candidate), checkpointId));
    if (step.reason() == CursorReason.NO_FORWARD
        && noForward.decide(1, FailureTrait.CONFLICT) == Action.STOP) {
      throw new IllegalStateException(
          key.text() + " would not go forward, and the policy is to fail");
    }
    return step;
  }

  /** Tells from where the cursor goes on, the first time that this attempt touches it. */
  private CursorState begin(CursorKey key, CursorState cursor, long now, Collector<CursorEvent> out)
      throws IOException {
    CursorEvent ahead = ahead(key, cursor);
    if (ahead == null && !(restored && cursor.value() != null)) {
      return cursor;
    }
    Work work = ahead == null ? new Work.Reached(restoredCheckpointId) : setBack(ahead);
    CursorReason reason = ahead == null ? CursorReason.RESTORED : CursorReason.REWIND;
    CursorStep step = metrics.counted(cursor.mark(reason));
    out.collect(new CursorEvent(key, step, work, origin, now));
    return cursor.after(step, 0);
  }

  private Work setBack(CursorEvent ahead) {
    return new Work.SetBack(
        restoredCheckpointId,
        new Work.Logged(ahead.step().seq(), ahead.work().checkpointId(), ahead.step().value()));
  }

  /**
   * The log's newest event, where the state has not come that far; else null. Events become
   * readable with the checkpoint behind them, so the state of the newest checkpoint knows them all.
   * All cursors are set back together: it is told of the one that every checkpoint moves.
   */
  private CursorEvent ahead(CursorKey key, CursorState cursor) throws IOException {
    return key.scope().equals(CursorKey.GLOBAL)
        ? earlier.newest(key).filter(e -> isAhead(e, cursor)).orElse(null)
        : null;
  }

  /** Of two lines of runs from one state, both may have come to the same number. */
  private static boolean isAhead(CursorEvent newest, CursorState cursor) {
    return newest.step().seq() > cursor.seq()
        || newest.step().seq() == cursor.seq()
            && !Objects.equals(newest.step().value(), cursor.value());
  }

  private CursorState current() throws Exception {
    CursorState known = state.value();
    return known == null ? CursorState.none(CursorKind.TIME) : known;
  }
}
