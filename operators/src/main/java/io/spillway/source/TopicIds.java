package io.spillway.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;

/** The ids that brokers give topics: a topic that is made anew under its name has another. */
final class TopicIds {
  private static final String CLIENT_ID = "-topic-ids";

  private final Properties consumer;

  /**
   * @param consumer properties of the source's client, with its brokers and group
   */
  TopicIds(Properties consumer) {
    this.consumer = consumer;
  }

  /**
   * The ids by topic, without those of brokers that know none (before Kafka 2.8).
   *
   * @throws KafkaException where the brokers don't answer, or don't tell of a topic
   */
  Map<String, String> of(Set<String> topics) {
    Map<String, String> ids = new HashMap<>();
    try (Admin admin = Admin.create(properties())) {
      admin
          .describeTopics(topics)
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) -> {
                if (!topic.topicId().equals(Uuid.ZERO_UUID)) {
                  ids.put(name, topic.topicId().toString());
                }
              });
      return ids;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException("topics " + topics + " can't be looked up", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Properties properties() {
    Properties own = new Properties();
    for (String key : consumer.stringPropertyNames()) {
      // what neither client knows is for others: config providers, login handlers
      if (AdminClientConfig.configNames().contains(key)
          || !ConsumerConfig.configNames().contains(key)) {
        own.setProperty(key, consumer.getProperty(key));
      }
    }
    own.setProperty(
        AdminClientConfig.CLIENT_ID_CONFIG,
        consumer.getProperty(ConsumerConfig.GROUP_ID_CONFIG) + CLIENT_ID);
    return own;
  }
}
