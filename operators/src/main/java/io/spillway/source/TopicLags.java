package io.spillway.source;

import io.spillway.metrics.MetricNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.MetricGroup;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * How many messages of each topic a reader hasn't read yet: the sum of what its client knows of the
 * topic's partitions. The client finds it out with each fetch, so nothing is asked of the brokers
 * for it; of a partition that isn't fetched, the number stays as it was.
 */
final class TopicLags implements ResolvingSource.ReaderMetrics {
  /** Where {@link TopicLagReporter} finds this object among the properties of its client. */
  static final String PROPERTY = "spillway.topic.lags";

  private static final long serialVersionUID = 1L;
  private static final String LAG = "records-lag";
  private static final String TOPIC = "topic";

  private final Map<String, Set<KafkaMetric>> partitions = new ConcurrentHashMap<>();
  private transient MetricGroup group;

  /** The reporters that a client has by itself, or is to have, and the one that feeds this. */
  static String reporters(String configured) {
    Object own = ConsumerConfig.configDef().defaultValues().get("metric.reporters");
    String others =
        configured != null
            ? configured
            : own instanceof List<?> names
                ? String.join(",", names.stream().map(Object::toString).toList())
                : "";
    return (others.isBlank() ? "" : others + ",") + TopicLagReporter.class.getName();
  }

  @Override
  public void register(MetricGroup metrics) {
    group = metrics;
  }

  /** A topic's gauge comes with its first partition and then stays. */
  void add(KafkaMetric metric) {
    String topic = topicOf(metric);
    if (topic != null) {
      partitions.computeIfAbsent(topic, this::gauge).add(metric);
    }
  }

  void remove(KafkaMetric metric) {
    String topic = topicOf(metric);
    if (topic != null && partitions.containsKey(topic)) {
      partitions.get(topic).remove(metric);
    }
  }

  private static String topicOf(KafkaMetric metric) {
    return metric.metricName().name().equals(LAG) ? metric.metricName().tags().get(TOPIC) : null;
  }

  private Set<KafkaMetric> gauge(String topic) {
    Set<KafkaMetric> metrics = ConcurrentHashMap.newKeySet();
    group.addGroup(MetricNames.TOPIC, topic).gauge(MetricNames.TOPIC_LAG, () -> messages(metrics));
    return metrics;
  }

  private static long messages(Set<KafkaMetric> metrics) {
    long sum = 0;
    for (KafkaMetric metric : metrics) {
      // before the first fetch there may be no number
      if (metric.metricValue() instanceof Double lag && !lag.isNaN()) {
        sum += lag.longValue();
      }
    }
    return sum;
  }
}
