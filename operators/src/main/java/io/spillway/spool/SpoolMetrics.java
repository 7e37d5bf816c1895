package io.spillway.spool;

import io.spillway.event.CommitTs;
import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.SchemaChange;
import io.spillway.log.LogScope;
import io.spillway.metrics.MetricNames;
import io.spillway.metrics.SecondsHistogram;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs what the spool does. */
final class SpoolMetrics implements SpoolListener {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolOperator.class);
  private static final int WINDOW = 1000;
  private static final long LOG_INTERVAL_MS = 1000;

  private final MetricGroup group;
  private final boolean speaks;
  private final FlushLog flushLog;
  private final Decider lateRow;
  private final Decider full;
  private final Decider stuckDdl;
  private final Decider oddDdl;
  private final Decider apart;
  private final Counter late;
  private final Counter alreadyDelivered;
  private final Counter unfit;
  private final Map<CopyReason, Counter> copies = new EnumMap<>(CopyReason.class);
  private final Counter contradictions;
  private final Counter equalRows;
  private final Counter rowsFlushed;
  private final Counter bytesFlushed;
  private final Histogram fileSize;
  private final Histogram drainDuration;
  private final Histogram propagation;
  private long contradictedMs;
  private long unfitMs;
  private final Map<FlushReason, Counter> flushes = new EnumMap<>(FlushReason.class);

  /**
   * @param speaks whether this subtask logs what all of them do at the same time
   */
  SpoolMetrics(MetricGroup group, Deciders deciders, boolean speaks, FlushLog flushLog) {
    this.lateRow = deciders.of(EventType.SPOOL_ROW, ErrorKind.LATE);
    this.full = deciders.of(EventType.SPOOL_ROW, ErrorKind.FULL);
    this.stuckDdl = deciders.of(EventType.SPOOL_DDL, ErrorKind.STUCK);
    this.oddDdl = deciders.of(EventType.SPOOL_DDL, ErrorKind.INVALID);
    this.apart = deciders.of(EventType.SPOOL_DDL, ErrorKind.CONFLICT);
    this.group = group;
    this.speaks = speaks;
    this.flushLog = flushLog;
    this.late = group.counter(MetricNames.LATE_ROWS);
    this.unfit = group.counter(MetricNames.UNFIT_ROWS);
    this.alreadyDelivered = group.counter(MetricNames.ALREADY_DELIVERED);
    for (CopyReason reason : CopyReason.values()) {
      copies.put(
          reason, group.addGroup("reason", reason.word()).counter(MetricNames.DUPLICATES_DROPPED));
    }
    this.contradictions = group.counter(MetricNames.CONTRADICTING_ROWS);
    this.equalRows = group.counter(MetricNames.EQUAL_ROWS);
    this.rowsFlushed = group.counter(MetricNames.ROWS_FLUSHED);
    this.bytesFlushed = group.counter(MetricNames.BYTES_FLUSHED);
    this.fileSize =
        group.histogram(MetricNames.FLUSH_FILE_SIZE, new DescriptiveStatisticsHistogram(WINDOW));
    this.propagation =
        group.histogram(
            MetricNames.CONTROL_PROPAGATION_MS, new DescriptiveStatisticsHistogram(WINDOW));
    this.drainDuration =
        group.histogram(MetricNames.DDL_DRAIN_DURATION, new SecondsHistogram(WINDOW));
    for (FlushReason reason : FlushReason.values()) {
      flushes.put(reason, group.addGroup("reason", reason.word()).counter(MetricNames.FLUSHES));
    }
  }

  /** Registers the gauges that read the spool. */
  void observe(Spool spool) {
    SpoolBudget budget = spool.budget();
    group.gauge(MetricNames.SPOOL_ITEMS, budget::rows);
    group.gauge(MetricNames.SPOOL_MEMORY_BYTES, budget::heapBytes);
    group.gauge(MetricNames.SPOOL_DISK_BYTES, budget::diskBytes);
    group.gauge(MetricNames.SPOOL_BYTES, budget::totalBytes);
    group.gauge(MetricNames.SPOOL_SUPPRESSED, () -> budget.suppressed() ? 1 : 0);
    group.gauge(MetricNames.OLDEST_AGE_MS, () -> age(spool.oldestArrivalMs()));
    group.gauge(MetricNames.WATERMARK_LAG_MS, () -> lag(spool.watermark()));
    group.gauge(MetricNames.PROGRESS_STALLED_MS, () -> spool.stall().lastsMs());
    group.gauge(MetricNames.WAKE_SUPPRESSED, budget::suppressions);
    group.gauge(MetricNames.ACTIVE_DISPATCHERS, () -> spool.active().size());
    group.gauge(MetricNames.PENDING_DDLS, () -> spool.drains().pending());
    group.gauge(MetricNames.UNMATCHED_RULES, () -> spool.drains().unmatchedRules());
    group.gauge(MetricNames.SPOOL_WATERMARK, spool::watermark);
    flushLog.observe(budget);
  }

  private static long age(long arrivalMs) {
    return arrivalMs == Long.MAX_VALUE ? 0 : System.currentTimeMillis() - arrivalMs;
  }

  private static long lag(long watermark) {
    return watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE
        ? -1
        : System.currentTimeMillis() - CommitTs.millis(watermark);
  }

  @Override
  public void late() {
    late.inc();
    stopIf(lateRow.decide(1), "a row has come after its time");
  }

  @Override
  public void sealed(SealedFile file) {
    flushes.get(file.reason()).inc();
    rowsFlushed.inc(file.rows());
    bytesFlushed.inc(file.bytes());
    fileSize.update(file.bytes());
    flushLog.sealed(file);
  }

  @Override
  public void readBack(DispatcherId dispatcher, int files, long rows) {
    LOG.info(
        "read back {} files with {} rows of {} that this job's state does not know: rows that are"
            + " read again and stand in them are dropped",
        files,
        rows,
        dispatcher.table());
  }

  @Override
  public void notReadBack(DispatcherId dispatcher, int files) {
    LOG.warn(
        "{} files of {} are not in this job's state, and their records have no commit timestamps"
            + " (include-commit-ts of storage.csv or storage.parquet is false): rows that are read again are written again",
        files,
        dispatcher.table());
  }

  @Override
  public void alreadyDelivered(long rows) {
    alreadyDelivered.inc(rows);
  }

  @Override
  public void unfit(long rows, String sentence) {
    unfit.inc(rows);
    long nowMs = System.currentTimeMillis();
    if (nowMs - unfitMs >= LOG_INTERVAL_MS) {
      unfitMs = nowMs;
      LOG.warn(sentence);
    }
  }

  @Override
  public void copy(CopyReason reason) {
    copies.get(reason).inc();
  }

  @Override
  public void equalRows() {
    equalRows.inc();
  }

  @Override
  public void contradiction(String sentence) {
    contradictions.inc();
    long nowMs = System.currentTimeMillis();
    if (nowMs - contradictedMs >= LOG_INTERVAL_MS) {
      contradictedMs = nowMs;
      LOG.warn(sentence);
    }
  }

  @Override
  public void drainStarted(SchemaChange ddl) {
    if (speaks) {
      try (LogScope scope = LogScope.of("ddl", "drain").task(ddl.table().toString())) {
        LOG.info("drain {} of {} starts: {}", ddl.commitTs(), ddl.table(), ddl.query());
      }
    }
  }

  @Override
  public void drained(SchemaChange ddl, int files, long waitedMs) {
    drainDuration.update(waitedMs);
    if (speaks || files > 0) {
      try (LogScope scope = LogScope.of("ddl", "drain").task(ddl.table().toString())) {
        LOG.info(
            "drain {} of {} has ended: {} files, {} ms after the DDL came",
            ddl.commitTs(),
            ddl.table(),
            files,
            waitedMs);
      }
    }
  }

  @Override
  public void controlled(ControlChange change, long tookMs) {
    propagation.update(tookMs);
    if (speaks) {
      LOG.info("settings of version {} count here, {} ms after", change.version(), tookMs);
    }
  }

  @Override
  public void full() {
    var unused = full.decide(1, FailureTrait.LIMIT);
  }

  @Override
  public void stuck(String sentence) {
    tell(stuckDdl, sentence);
  }

  @Override
  public void stalled(String sentence) {
    LOG.warn(sentence);
  }

  @Override
  public void apart(String sentence) {
    tell(apart, sentence);
  }

  @Override
  public void unmatched(String sentence) {
    if (speaks) {
      LOG.warn(sentence);
    }
  }

  @Override
  public void warning(String sentence) {
    tell(oddDdl, sentence);
  }

  private static void tell(Decider decider, String sentence) {
    decider.alert(1).log(LOG, sentence);
    stopIf(decider.decide(1), sentence);
  }

  private static void stopIf(Action action, String why) {
    if (action == Action.STOP) {
      throw new IllegalStateException(why + ", and the policy is to fail");
    }
  }
}
