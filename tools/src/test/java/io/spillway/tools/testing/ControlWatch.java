package io.spillway.tools.testing;

import io.spillway.metrics.MetricNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** What the job of this process that began last shows of its control settings, by subtask. */
public final class ControlWatch implements MetricReporter {
  /** An option of a pipeline that is watched. */
  public static final String OPTION =
      "metrics.reporter.control.factory.class: " + Factory.class.getName();

  private static final Map<Histogram, String> PROPAGATION = new ConcurrentHashMap<>();
  private static final Map<Gauge<?>, String> GAUGES = new ConcurrentHashMap<>();

  /** Found by Flink through the service file. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new ControlWatch();
    }
  }

  /** How many changes have come to count in each subtask. */
  public static List<Long> changes() {
    return PROPAGATION.keySet().stream().map(Histogram::getCount).toList();
  }

  /**
   * Milliseconds from each change until it counted, of all subtasks.
   *
   * @param skipped so many of the first of each subtask are left out
   */
  public static List<Long> propagationMs(int skipped) {
    List<Long> all = new ArrayList<>();
    for (Histogram histogram : PROPAGATION.keySet()) {
      LongStream.of(histogram.getStatistics().getValues()).skip(skipped).forEach(all::add);
    }
    return all;
  }

  public static long stalenessMs() {
    return gauge(MetricNames.CONTROL_STALENESS_MS);
  }

  public static long version() {
    return gauge(MetricNames.CONTROL_VERSION);
  }

  private static long gauge(String name) {
    return GAUGES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .mapToLong(entry -> ((Number) entry.getKey().getValue()).longValue())
        .max()
        .orElse(-1);
  }

  @Override
  public void open(MetricConfig config) {
    PROPAGATION.clear();
    GAUGES.clear();
  }

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (name.equals(MetricNames.CONTROL_PROPAGATION_MS) && metric instanceof Histogram histogram) {
      PROPAGATION.put(histogram, name);
    } else if (name.startsWith("control_") && metric instanceof Gauge<?> gauge) {
      GAUGES.put(gauge, name);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    if (metric instanceof Histogram histogram) {
      PROPAGATION.remove(histogram);
    } else if (metric instanceof Gauge<?> gauge) {
      GAUGES.remove(gauge);
    }
  }
}
