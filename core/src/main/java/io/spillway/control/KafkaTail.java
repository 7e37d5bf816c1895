package io.spillway.control;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A {@link TopicTail} by Kafka's client, of no group and leaving no trace. */
final class KafkaTail implements TopicTail {
  /** A broker that takes longer is away; what is asked for is small. */
  private static final String ANSWER_MS = "5000";

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private boolean assigned;

  KafkaTail(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.partition = new TopicPartition(topic, 0);
  }

  /**
   * @param client further properties of the client: TLS, SASL
   */
  static Opening opening(String brokers, Map<String, String> client, String topic) {
    Properties properties = properties(brokers, client);
    return () -> open(properties, topic);
  }

  static Properties properties(String brokers, Map<String, String> client) {
    Properties properties = new Properties();
    properties.putAll(client);
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    properties.setProperty(ConsumerConfig.CLIENT_ID_CONFIG, "spillway-control");
    properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    properties.setProperty(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    return properties;
  }

  private static TopicTail open(Properties properties, String topic) throws IOException {
    try {
      return new KafkaTail(
          new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
          topic);
    } catch (KafkaException e) {
      throw new IOException("topic " + topic + ": " + reason(e));
    }
  }

  /** Kafka quotes a JAAS text that it can't read, passwords as well. */
  private static String reason(KafkaException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    return message.contains("JAAS") ? "sasl.jaas.config is not understood" : message;
  }

  @Override
  public long rewind() throws IOException {
    return ask(
        () -> {
          requireOnePartition(consumer.partitionsFor(partition.topic()));
          if (!assigned) {
            consumer.assign(List.of(partition));
            assigned = true;
          }
          consumer.seekToBeginning(List.of(partition));
          return consumer.endOffsets(List.of(partition)).get(partition);
        });
  }

  private void requireOnePartition(List<PartitionInfo> partitions) throws IOException {
    if (partitions == null || partitions.isEmpty()) {
      throw new FileNotFoundException("topic " + partition.topic() + " does not exist");
    }
    if (partitions.size() > 1) {
      throw new IOException(
          "topic %s has %d partitions; only one keeps the order of settings"
              .formatted(partition.topic(), partitions.size()));
    }
  }

  @Override
  public List<ConsumerRecord<byte[], byte[]>> poll(Duration atMost) throws IOException {
    return ask(() -> consumer.poll(atMost).records(partition));
  }

  @Override
  public long position() throws IOException {
    return ask(() -> consumer.position(partition));
  }

  private interface Call<T> {
    T now() throws IOException;
  }

  private <T> T ask(Call<T> call) throws IOException {
    try {
      return call.now();
    } catch (TimeoutException e) {
      throw told(e, () -> new SocketTimeoutException(sentence(e)));
    } catch (AuthenticationException | AuthorizationException e) {
      throw told(e, () -> new AccessDeniedException("topic " + partition.topic(), null, text(e)));
    } catch (KafkaException e) {
      throw told(e, () -> new IOException(sentence(e)));
    }
  }

  private static IOException told(KafkaException cause, Supplier<IOException> made) {
    IOException told = made.get();
    told.initCause(cause);
    return told;
  }

  private String sentence(KafkaException e) {
    return "topic " + partition.topic() + ": " + text(e);
  }

  private static String text(KafkaException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
