package io.spillway.job.metrics;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Iterator;
import org.apache.flink.metrics.prometheus.AbstractPrometheusReporter;
import org.apache.flink.util.PortRange;

/** Flink's metrics at one address; its own reporter answers at every address of a machine. */
final class PrometheusAtHost extends AbstractPrometheusReporter {
  private final HTTPServer server;

  /**
   * @param ports the first that is free is taken
   */
  PrometheusAtHost(String host, PortRange ports) {
    this.server = listen(host, ports);
  }

  private HTTPServer listen(String host, PortRange ports) {
    IOException last = null;
    for (Iterator<Integer> each = ports.getPortsIterator(); each.hasNext(); ) {
      InetSocketAddress address = new InetSocketAddress(host, each.next());
      try {
        HTTPServer listening = new HTTPServer(address, collectors());
        log.info("metrics at http://{}:{}", host, address.getPort());
        return listening;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IllegalStateException("no port of " + ports + " is free at " + host, last);
  }

  /** What the metrics are registered with, which Flink shows to its own package only. */
  private CollectorRegistry collectors() {
    try {
      Field registry = AbstractPrometheusReporter.class.getDeclaredField("registry");
      registry.setAccessible(true);
      return (CollectorRegistry) registry.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this version of Flink keeps its metrics elsewhere", e);
    }
  }

  @Override
  public void close() {
    server.stop();
    super.close();
  }
}
