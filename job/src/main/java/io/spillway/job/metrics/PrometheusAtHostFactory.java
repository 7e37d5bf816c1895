package io.spillway.job.metrics;

import io.spillway.job.flow.Loopback;
import java.util.Properties;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.flink.util.PortRange;

/**
 * Flink's reporter for Prometheus with an option {@code host}: the address it answers at, without
 * it this machine's own. {@code port} and the rest are those of Flink's.
 */
public final class PrometheusAtHostFactory implements MetricReporterFactory {
  private static final String PORT = "9249";

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    MetricConfig config = (MetricConfig) properties;
    return new PrometheusAtHost(
        config.getString("host", Loopback.ADDRESS), new PortRange(config.getString("port", PORT)));
  }
}
