package io.spillway.source;

import io.spillway.decode.EarlierMessages;
import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the topics hold before the record at hand. */
final class EarlierRecords implements EarlierMessages, Serializable {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(EarlierRecords.class);

  private final Properties properties;

  /**
   * @param properties of the source's client
   */
  EarlierRecords(String brokers, String groupId, Properties properties) {
    this.properties = new Properties();
    this.properties.putAll(properties);
    this.properties.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    this.properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, groupId);
    // what goes while it is read must not look like the end of the partition
    this.properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
  }

  @Override
  public long read(SourcePartition partition, long from, long to, Consumer<byte[]> each) {
    TopicPartition topic = new TopicPartition(partition.source(), partition.number());
    try (KafkaConsumer<byte[], byte[]> consumer = PartitionRange.consumer(properties, "earlier")) {
      long begin = consumer.beginningOffsets(List.of(topic)).get(topic);
      long first = Math.max(from, begin);
      LOG.info(
          "partition {}: looking for schemas in the messages {} to {}, before the one at hand",
          partition.label(),
          first,
          to);
      if (first < to) {
        PartitionRange.read(
            consumer,
            topic,
            first,
            to,
            record -> {
              if (record.value() != null) {
                each.accept(record.value());
              }
            });
      }
      return first;
    } catch (KafkaException | IllegalStateException e) {
      throw new UncheckedIOException(
          "can't read the earlier messages of partition " + partition.label(), new IOException(e));
    }
  }
}
