package io.spillway.tools.testing;

import io.spillway.metrics.MetricNames;
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
  private static final Set<Counter> UNBALANCED = ConcurrentHashMap.newKeySet();
  private static final Set<Counter> LATE = ConcurrentHashMap.newKeySet();
  private static final Set<Gauge<?>> PAUSED = ConcurrentHashMap.newKeySet();
  private static final Set<Counter> FAILED_LOOKS = ConcurrentHashMap.newKeySet();
  private static final Set<Gauge<?>> RESTARTS = ConcurrentHashMap.newKeySet();

  /** Found by Flink through the service file. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new BalanceWatch();
    }
  }

  /** Checkpoints at which rows were unaccounted for. */
  static long unbalancedCheckpoints() {
    return sum(UNBALANCED);
  }

  /** Rows that came after checkpoint-ts might have passed them. */
  public static long lateRows() {
    return sum(LATE);
  }

  private static long sum(Set<Counter> counters) {
    return counters.stream().mapToLong(Counter::getCount).sum();
  }

  /** Search writers of the job that began last that send nothing because settings say so. */
  public static long pausedWriters() {
    return PAUSED.stream().filter(gauge -> gauge.getValue().equals(1L)).count();
  }

  /** Looks for new partitions that brokers haven't answered. */
  public static long failedLooks() {
    return sum(FAILED_LOOKS);
  }

  /** How often the job that began last has failed over. */
  public static long restarts() {
    return RESTARTS.stream().mapToLong(gauge -> ((Number) gauge.getValue()).longValue()).sum();
  }

  @Override
  public void open(MetricConfig config) {
    UNBALANCED.clear();
    LATE.clear();
    PAUSED.clear();
    FAILED_LOOKS.clear();
    RESTARTS.clear();
  }

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (metric instanceof Counter counter) {
      if (name.equals(MetricNames.UNBALANCED_CHECKPOINTS)) {
        UNBALANCED.add(counter);
      } else if (name.equals(MetricNames.LATE_ROWS)) {
        LATE.add(counter);
      } else if (name.equals(MetricNames.PARTITION_LOOKS_FAILED)) {
        FAILED_LOOKS.add(counter);
      }
    }
    if (name.equals(MetricNames.SEARCH_PAUSED) && metric instanceof Gauge<?> gauge) {
      PAUSED.add(gauge);
    }
    if (name.equals("numRestarts") && metric instanceof Gauge<?> gauge) {
      RESTARTS.add(gauge);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    // an attempt that has ended still counts
  }
}
