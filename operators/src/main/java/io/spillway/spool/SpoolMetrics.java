package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.metrics.MetricNames;
import io.spillway.storage.FlushReason;
import io.spillway.storage.SealedFile;
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
  private static final long FLUSH_LINE_MS = 10_000;

  private final FlushLog flushLog = new FlushLog(FLUSH_LINE_MS);
  private final MetricGroup group;
  private final boolean speaks;
  private final Counter late;
  private final Counter rowsFlushed;
  private final Counter bytesFlushed;
  private final Histogram fileSize;
  private final Histogram drainDuration;
  private final Map<FlushReason, Counter> flushes = new EnumMap<>(FlushReason.class);

  /**
   * @param speaks whether this subtask logs what all of them do at the same time
   */
  SpoolMetrics(MetricGroup group, boolean speaks) {
    this.group = group;
    this.speaks = speaks;
    this.late = group.counter(MetricNames.LATE_ROWS);
    this.rowsFlushed = group.counter(MetricNames.ROWS_FLUSHED);
    this.bytesFlushed = group.counter(MetricNames.BYTES_FLUSHED);
    this.fileSize =
        group.histogram(MetricNames.FLUSH_FILE_SIZE, new DescriptiveStatisticsHistogram(WINDOW));
    this.drainDuration =
        group.histogram(MetricNames.DDL_DRAIN_DURATION, new DescriptiveStatisticsHistogram(WINDOW));
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
    group.gauge(MetricNames.WAKE_SUPPRESSED, budget::suppressions);
    group.gauge(MetricNames.ACTIVE_DISPATCHERS, () -> spool.active().size());
    group.gauge(MetricNames.PENDING_DDLS, () -> spool.drains().pending());
    group.gauge(MetricNames.SPOOL_WATERMARK, spool::watermark);
  }

  @Override
  public void late() {
    late.inc();
  }

  @Override
  public void sealed(SealedFile file, long ageMs, long nowMs) {
    flushes.get(file.reason()).inc();
    rowsFlushed.inc(file.rows());
    bytesFlushed.inc(file.bytes());
    fileSize.update(file.bytes());
    LOG.debug("sealed {}", file);
    flushLog.sealed(file, ageMs, nowMs);
  }

  @Override
  public void drainStarted(SchemaChange ddl) {
    if (speaks) {
      LOG.info("drain {} of {} starts: {}", ddl.commitTs(), ddl.table(), ddl.query());
    }
  }

  @Override
  public void drained(SchemaChange ddl, int files, long waitedMs) {
    drainDuration.update(waitedMs);
    if (speaks || files > 0) {
      LOG.info(
          "drain {} of {} has ended: {} files, {} ms after the DDL came",
          ddl.commitTs(),
          ddl.table(),
          files,
          waitedMs);
    }
  }

  @Override
  public void warning(String sentence) {
    LOG.warn(sentence);
  }
}
