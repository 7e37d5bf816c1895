package io.spillway.tools.testing;

import io.spillway.metrics.MetricNames;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.flink.metrics.reporter.Scheduled;

/** The most that the spools of all subtasks together have held on the heap, looked at often. */
public final class PeakMemory implements MetricReporter, Scheduled {
  private static final AtomicLong PEAK = new AtomicLong();

  private final Set<Gauge<?>> gauges = ConcurrentHashMap.newKeySet();

  /** Found by Flink through the service file. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new PeakMemory();
    }
  }

  /** Bytes; of the job that began last. */
  public static long bytes() {
    return PEAK.get();
  }

  @Override
  public void open(MetricConfig config) {
    PEAK.set(0);
  }

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (name.equals(MetricNames.SPOOL_MEMORY_BYTES) && metric instanceof Gauge<?> gauge) {
      gauges.add(gauge);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    gauges.remove(metric);
  }

  @Override
  public void report() {
    long sum = gauges.stream().mapToLong(gauge -> ((Number) gauge.getValue()).longValue()).sum();
    PEAK.accumulateAndGet(sum, Math::max);
  }
}
