package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;

class TopicLagsTest {
  private final Map<String, Gauge<?>> gauges = new TreeMap<>();
  private final TopicLags lags = new TopicLags();

  /** Keeps the gauges of sub-groups by the sub-group's value. */
  private final class Topics extends UnregisteredMetricsGroup {
    private final String topic;

    Topics(String topic) {
      this.topic = topic;
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
      assertThat(key).isEqualTo(MetricNames.TOPIC);
      return new Topics(value);
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      assertThat(name).isEqualTo(MetricNames.TOPIC_LAG);
      assertThat(gauges.put(topic, gauge)).as("registered once").isNull();
      return gauge;
    }
  }

  private Metrics client(Map<String, ?> properties) {
    TopicLagReporter reporter = new TopicLagReporter();
    reporter.configure(properties);
    return new Metrics(new MetricConfig(), List.of(reporter), Time.SYSTEM);
  }

  private static MetricName lag(String topic, int partition) {
    return new MetricName(
        "records-lag",
        "consumer-fetch-manager-metrics",
        "",
        Map.of("topic", topic, "partition", Integer.toString(partition)));
  }

  private static void measure(Metrics client, MetricName name, double value) {
    client.addMetric(name, (config, now) -> value);
  }

  private Map<String, Object> shown() {
    Map<String, Object> values = new HashMap<>();
    gauges.forEach((topic, gauge) -> values.put(topic, gauge.getValue()));
    return values;
  }

  @Test
  void partitionsOfATopicAreSummedWhileTheClientHasThem() {
    lags.register(new Topics(""));
    Metrics client = client(Map.of(TopicLags.PROPERTY, lags));
    measure(client, lag("orders", 0), 5);
    measure(client, lag("orders", 1), 7);
    measure(client, lag("items", 0), Double.NaN);
    measure(client, new MetricName("records-lag-max", "g", "", Map.of("topic", "orders")), 99);
    assertThat(shown()).isEqualTo(Map.of("orders", 12L, "items", 0L));

    client.removeMetric(lag("orders", 0));
    assertThat(shown()).isEqualTo(Map.of("orders", 7L, "items", 0L));
  }

  @Test
  void aClientThatIsMadeAnewCountsInPlaceOfTheOldOne() {
    lags.register(new Topics(""));
    Metrics old = client(Map.of(TopicLags.PROPERTY, lags));
    measure(old, lag("orders", 0), 5);
    old.close();
    measure(client(Map.of(TopicLags.PROPERTY, lags)), lag("orders", 0), 3);
    assertThat(shown()).isEqualTo(Map.of("orders", 3L));
  }

  @Test
  void clientsThatReadNothingReportNothing() {
    Metrics client = client(Map.of());
    measure(client, lag("orders", 0), 5);
    client.close();
    assertThat(shown()).isEmpty();
  }
}
