package io.spillway.decode;

import io.spillway.event.Broadcast;
import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.LogPlace;
import io.spillway.event.Opened;
import io.spillway.event.Poison;
import io.spillway.event.ReadCounts;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TraceSampling;
import io.spillway.log.LogScope;
import io.spillway.metrics.LogGauges;
import io.spillway.metrics.MetricNames;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterSerializer;
import io.spillway.policy.Deciders;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import io.spillway.wire.WireTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts a source's events: rows go on, DDLs and table shapes to every spool subtask, what can't be
 * read to the dead letters. Drops rows that their own partition had already resolved: the upstream
 * replayed them. A partition's last resolved event comes back with its split after a restart,
 * wherever the split goes, so no progress is kept here: union list state would forbid every
 * checkpoint while some readers of a bounded input have ended and others haven't.
 */
public final class DecodeOperator extends AbstractStreamOperator<Row>
    implements OneInputStreamOperator<Event, Row>, BoundedOneInput {
  public static final OutputTag<Broadcast> BROADCASTS =
      new OutputTag<>("broadcasts", WireTypes.BROADCAST);
  public static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead-letters", DeadLetterSerializer.TYPE);

  /** Rows that storage has had before. */
  public static final OutputTag<Row> SEARCH_ONLY = new OutputTag<>("search-only", WireTypes.ROW);

  /** What the source no longer had: {@link Gap}s. */
  public static final OutputTag<Event> GAPS = new OutputTag<>("gaps", WireTypes.EVENT);

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(DecodeOperator.class);
  private static final long REPORT_INTERVAL_MS = 1000;

  private final PolicyMatrix policy;
  private final TraceSampling sampling;
  private final ProgressBy progress;
  private transient MetricGroup metrics;
  private final Origin origin;
  private transient Map<SourcePartition, Progress> partitions;
  private transient long readCount;
  private transient long deadCount;
  private transient long skippedCount;
  private transient long duplicateCount;
  private transient long statementCount;
  private transient StreamRecord<Row> reused;
  private transient SourcePartition currentPartition;
  private transient Progress current;
  private transient boolean ended;
  private transient ScheduledFuture<?> reporting;
  private transient Counter rows;
  private transient Counter bytes;
  private transient Counter duplicates;
  private transient Counter poison;
  private transient Counter ahead;
  private transient SkipCounters skipped;
  private transient Counter replayed;
  private transient Counter snapshotRows;
  private transient Counter resolvedEvents;
  private transient Counter ddls;
  private transient Counter gaps;
  private transient Counter deadLetters;
  private transient PoisonRuling ruling;

  /** Notes of whoever has built the job, one text for each subtask. */
  public static final ListStateDescriptor<String> PROVENANCE =
      new ListStateDescriptor<>("provenance", StringSerializer.INSTANCE);

  /** Without traces but those whose headers ask for it. */
  public DecodeOperator(PolicyMatrix policy) {
    this(policy, TraceSampling.BY_FLAG, Origin.UNKNOWN);
  }

  /**
   * @param policy what becomes of messages that can't be decoded
   * @param sampling whose traces are followed
   * @param origin of what is decoded
   */
  public DecodeOperator(PolicyMatrix policy, TraceSampling sampling, Origin origin) {
    this(policy, sampling, ProgressBy.RESOLVED_THEN_END, origin);
  }

  /**
   * @param policy what becomes of messages that can't be decoded
   * @param sampling whose traces are followed
   * @param progress what says how far a partition is complete
   * @param origin of what is decoded
   */
  public DecodeOperator(
      PolicyMatrix policy, TraceSampling sampling, ProgressBy progress, Origin origin) {
    this.progress = progress;
    this.policy = policy;
    this.sampling = sampling;
    this.origin = origin;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    context
        .getOperatorStateStore()
        .getListState(PROVENANCE)
        .update(origin.notes().isEmpty() ? List.of() : List.of(origin.notes()));
  }

  @Override
  public void open() throws Exception {
    super.open();
    partitions = new HashMap<>();
    reused = new StreamRecord<>(null);
    MetricGroup group = getMetricGroup().addGroup(MetricNames.GROUP);
    metrics = group;
    rows = group.counter(MetricNames.ROWS_READ);
    bytes = group.counter(MetricNames.BYTES_READ);
    duplicates = group.counter(MetricNames.DUPLICATES_DROPPED);
    poison = group.counter(MetricNames.POISON);
    ahead = group.counter(MetricNames.AHEAD);
    skipped = new SkipCounters(group);
    snapshotRows = group.counter(MetricNames.SNAPSHOT_ROWS);
    replayed = group.counter(MetricNames.REPLAYED);
    resolvedEvents = group.counter(MetricNames.RESOLVED);
    ddls = group.counter(MetricNames.DDLS_READ);
    gaps = group.counter(MetricNames.SOURCE_GAPS);
    deadLetters = group.counter(MetricNames.DEAD_LETTERS);
    LogGauges.register(group);
    LogScope.node(group.getAllVariables());
    Deciders deciders = new Deciders(policy, new PolicyMetrics(getMetricGroup()));
    ruling = new PoisonRuling(deciders, origin.source());
    reporting =
        getProcessingTimeService()
            .scheduleWithFixedDelay(
                time -> reportProgress(), REPORT_INTERVAL_MS, REPORT_INTERVAL_MS);
  }

  @Override
  public void processElement(StreamRecord<Event> element) {
    Event event = element.getValue();
    if (event.partition() != currentPartition) {
      currentPartition = event.partition();
      current = partitions.computeIfAbsent(currentPartition, this::meet);
    }
    current.seen();
    if (event instanceof Row row) {
      onRow(row);
    } else if (event instanceof Resolved resolved) {
      resolvedEvents.inc();
      current.resolvedEvent(resolved.commitTs());
    } else if (event instanceof SchemaChange ddl) {
      onSchemaChange(ddl);
    } else if (event instanceof Poison bad) {
      onPoison(bad);
    } else if (event instanceof Skipped message) {
      skipped.count(message.reason());
      readCount++;
      skippedCount++;
      if (message.shape() != null) {
        output.collect(BROADCASTS, new StreamRecord<>(message.shape()));
      }
    } else if (event instanceof Opened opened) {
      current.resolved(opened.resolved());
    } else if (event instanceof Gap gap) {
      onGap(gap);
    } else {
      throw new IllegalStateException("no event of a source: " + event.getClass().getName());
    }
  }

  private Progress meet(SourcePartition partition) {
    Progress met = new Progress(partition);
    metrics
        .addGroup(MetricNames.PARTITION, partition.label())
        .gauge(MetricNames.PROGRESS_TS, () -> Math.max(-1, met.report(progress).commitTs()));
    return met;
  }

  private void onGap(Gap gap) {
    gaps.inc();
    LOG.error(
        "partition {}: messages are lost: offset {} was to be read next, reading goes on at {}",
        gap.partition(),
        gap.from(),
        gap.to());
    output.collect(GAPS, new StreamRecord<>(gap));
  }

  private void onRow(Row row) {
    rows.inc();
    readCount++;
    bytes.inc(row.length());
    if (row.shape() != null) {
      output.collect(BROADCASTS, new StreamRecord<>(row.shape()));
    }
    if (row.replay() != Replay.NONE) {
      onReplay(row);
      return;
    }
    boolean again = current.isResolved(row.commitTs());
    current.noteRestart(again);
    if (again) {
      duplicates.inc();
      duplicateCount++;
      return;
    }
    if (current.isTakenAgain(row.isOfSnapshot())) {
      LOG.warn(
          "partition {}: rows of a snapshot come behind changes: the connector reads tables anew;"
              + " rows that stand in the bucket already are delivered once more, as INSERT",
          row.partition());
    }
    if (row.isOfSnapshot()) {
      snapshotRows.inc();
    }
    row.from(row.print() == 0 ? 0 : RowOrigin.ofTable(current.origin(), row.origin()));
    current.reached(row.commitTs());
    handOn(row);
  }

  private void handOn(Row row) {
    row.traced(sampling.idOf(row.headers(), row.partition(), row.sourceOffset()));
    output.collect(reused.replace(row));
  }

  /** Put back by hand: older than what its partition has resolved, and yet not delivered before. */
  private void onReplay(Row row) {
    replayed.inc();
    if (row.replay() == Replay.SEARCH) {
      skipped.count(SkipCounters.SEARCH_ONLY);
      skippedCount++;
      output.collect(SEARCH_ONLY, new StreamRecord<>(row));
    } else {
      handOn(row.placed(LogPlace.NONE));
    }
  }

  private void onSchemaChange(SchemaChange ddl) {
    ddls.inc();
    if (current.isResolved(ddl.commitTs())) {
      duplicates.inc();
      return;
    }
    statementCount++;
    current.reached(ddl.commitTs());
    if (!ddl.columns().isEmpty()) {
      output.collect(BROADCASTS, new StreamRecord<>(ddl.shape()));
    }
    output.collect(BROADCASTS, new StreamRecord<>(ddl.withoutColumns()));
  }

  private void onPoison(Poison bad) {
    poison.inc();
    deadLetters.inc();
    readCount++;
    deadCount++;
    if (bad.kind() == Poison.Kind.AHEAD) {
      ahead.inc();
    }
    long now = getProcessingTimeService().getCurrentProcessingTime();
    output.collect(DEAD_LETTERS, new StreamRecord<>(ruling.letter(bad, now)));
  }

  /**
   * The end of a bounded input says that everything is delivered. What was seen last is reported
   * first, so that progress ends at a real timestamp and not at the end of time. Flink's own end of
   * time says nothing: a source that is stopped and drained has delivered what it had resolved, and
   * no more.
   */
  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() < CommitTs.END_OF_INPUT) {
      super.processWatermark(mark);
    } else if (mark.getTimestamp() == CommitTs.END_OF_INPUT) {
      ended = true;
      long last = Long.MIN_VALUE;
      for (Progress of : partitions.values()) {
        last = Math.max(last, of.end(progress));
      }
      if (last > Long.MIN_VALUE) {
        super.processWatermark(new Watermark(last));
      }
      super.processWatermark(Watermark.MAX_WATERMARK);
    } else if (!ended) {
      LOG.info(
          "the source was stopped in mid-stream: progress ends with what it had resolved; rows"
              + " beyond that stay in the savepoint");
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    reportCounts();
  }

  @Override
  public void endInput() {
    reportCounts();
  }

  /** What was read since the last barrier, so that nothing need be kept in state here. */
  private void reportCounts() {
    if (readCount > 0 || statementCount > 0) {
      ReadCounts counts =
          new ReadCounts(readCount, deadCount, skippedCount, duplicateCount, 0, statementCount);
      output.collect(BROADCASTS, new StreamRecord<>(counts));
      statementCount = 0;
      readCount = 0;
      deadCount = 0;
      skippedCount = 0;
      duplicateCount = 0;
    }
  }

  /** Reports to the spool how far each of this reader's partitions is. */
  private void reportProgress() {
    for (Progress of : partitions.values()) {
      of.elapsed(REPORT_INTERVAL_MS);
      output.collect(BROADCASTS, new StreamRecord<>(of.report(progress)));
    }
  }

  @Override
  public void close() throws Exception {
    if (reporting != null) {
      reporting.cancel(false);
    }
    super.close();
  }
}
