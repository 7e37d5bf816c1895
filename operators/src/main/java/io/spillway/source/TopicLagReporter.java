package io.spillway.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Hands the metrics of one Kafka client to the {@link TopicLags} among its properties. Clients make
 * it by reflection, also those of the enumerator, which have none and report nothing.
 */
public final class TopicLagReporter implements MetricsReporter {
  private final Set<KafkaMetric> handed = ConcurrentHashMap.newKeySet();
  private TopicLags lags;

  @Override
  public void configure(Map<String, ?> properties) {
    lags = properties.get(TopicLags.PROPERTY) instanceof TopicLags found ? found : null;
  }

  @Override
  public void init(List<KafkaMetric> metrics) {
    metrics.forEach(this::metricChange);
  }

  @Override
  public void metricChange(KafkaMetric metric) {
    if (lags != null) {
      handed.add(metric);
      lags.add(metric);
    }
  }

  @Override
  public void metricRemoval(KafkaMetric metric) {
    if (lags != null && handed.remove(metric)) {
      lags.remove(metric);
    }
  }

  @Override
  public void close() {
    if (lags != null) {
      handed.forEach(lags::remove);
      handed.clear();
    }
  }
}
