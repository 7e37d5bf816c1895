package io.spillway.tools.run;

import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Found by Flink through the service file; only the embedded run switches it on. */
public final class EmbeddedMetricsFactory implements MetricReporterFactory {
  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return EmbeddedMetrics.INSTANCE;
  }
}
