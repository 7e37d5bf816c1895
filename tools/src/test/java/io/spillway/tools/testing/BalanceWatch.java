package io.spillway.tools.testing;

import io.spillway.metrics.MetricNames;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Counts what no job should have, over all attempts of the one that began last; and knows which
 * search writers are paused.
 */
public final class BalanceWatch implements MetricReporter {
  private static final String RESTARTS = "numRestarts";

  /** Metrics of the job that began last, by name. */
  private static final Map<String, Set<Metric>> WATCHED =
      Map.of(
          MetricNames.UNBALANCED_CHECKPOINTS,
          ConcurrentHashMap.newKeySet(),
          MetricNames.LATE_ROWS,
          ConcurrentHashMap.newKeySet(),
          MetricNames.ROWS_READ,
          ConcurrentHashMap.newKeySet(),
          MetricNames.PARTITION_LOOKS_FAILED,
          ConcurrentHashMap.newKeySet(),
          MetricNames.SEARCH_PAUSED,
          ConcurrentHashMap.newKeySet(),
          RESTARTS,
          ConcurrentHashMap.newKeySet());

  /** Found by Flink through the service file. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new BalanceWatch();
    }
  }

  /** Checkpoints at which rows were unaccounted for. */
  static long unbalancedCheckpoints() {
    return sum(MetricNames.UNBALANCED_CHECKPOINTS);
  }

  /** Rows that came after checkpoint-ts might have passed them. */
  public static long lateRows() {
    return sum(MetricNames.LATE_ROWS);
  }

  /** Rows that its sources have read. */
  public static long rowsRead() {
    return sum(MetricNames.ROWS_READ);
  }

  /** Search writers of the job that began last that send nothing because settings say so. */
  public static long pausedWriters() {
    return sum(MetricNames.SEARCH_PAUSED);
  }

  /** Looks for new partitions that brokers haven't answered. */
  public static long failedLooks() {
    return sum(MetricNames.PARTITION_LOOKS_FAILED);
  }

  /** How often the job that began last has failed over. */
  public static long restarts() {
    return sum(RESTARTS);
  }

  private static long sum(String name) {
    return WATCHED.get(name).stream().mapToLong(BalanceWatch::value).sum();
  }

  private static long value(Metric metric) {
    return metric instanceof Gauge<?> gauge
        ? ((Number) gauge.getValue()).longValue()
        : ((Counter) metric).getCount();
  }

  @Override
  public void open(MetricConfig config) {
    WATCHED.values().forEach(Set::clear);
  }

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    Set<Metric> watched = WATCHED.get(name);
    if (watched != null) {
      watched.add(metric);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    // an attempt that has ended still counts
  }
}
