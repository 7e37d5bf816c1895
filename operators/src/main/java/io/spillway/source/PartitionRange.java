package io.spillway.source;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Records of one partition from an offset to another, read beside the source's own reading. */
final class PartitionRange {
  private static final Duration POLL = Duration.ofSeconds(10);

  private PartitionRange() {}

  /**
   * A consumer that commits nothing.
   *
   * @param properties of the source's client, with its brokers and group
   * @param purpose a word for its client id
   */
  static KafkaConsumer<byte[], byte[]> consumer(Properties properties, String purpose) {
    Properties own = new Properties();
    own.putAll(properties);
    own.setProperty(
        ConsumerConfig.CLIENT_ID_CONFIG,
        own.getProperty(ConsumerConfig.GROUP_ID_CONFIG) + "-" + purpose);
    own.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Reads from an offset that is there up to and without another.
   *
   * @throws IllegalStateException where the partition gives nothing for ten seconds
   */
  static void read(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long from,
      long end,
      Consumer<ConsumerRecord<byte[], byte[]>> each) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    long position = from;
    while (position < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          each.accept(record);
        }
      }
      long now = consumer.position(partition);
      if (now == position) {
        throw new IllegalStateException(
            "partition " + partition + " gives nothing from offset " + position + " to " + end);
      }
      position = now;
    }
  }
}
