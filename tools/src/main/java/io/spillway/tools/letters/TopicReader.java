package io.spillway.tools.letters;

import io.spillway.job.config.KafkaConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads parts of topics up to where they end now, as no group and without leaving a trace. */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ANSWER = Duration.ofSeconds(20);

  /** Nothing new for so long, and yet not at the end: the broker has gone. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

  private final Consumer<byte[], byte[]> consumer;

  /**
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  TopicReader(KafkaConnection connection, String isolation) throws IOException {
    Properties properties = new Properties();
    // closing waits for the last fetch, which the broker answers after so long with nothing
    properties.put("fetch.max.wait.ms", "20");
    properties.putAll(connection.properties().values());
    properties.put("bootstrap.servers", connection.brokers());
    properties.put("client.id", "spillway-dead-letters");
    properties.put("isolation.level", isolation);
    properties.put("enable.auto.commit", "false");
    properties.put("auto.offset.reset", "earliest");
    properties.put("default.api.timeout.ms", Long.toString(ANSWER.toMillis()));
    properties.remove("group.id");
    try {
      consumer =
          new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw new IOException("can't read from " + connection.brokers() + ": " + e.getMessage(), e);
    }
  }

  /** All records of a topic, by partition. */
  List<ConsumerRecord<byte[], byte[]>> whole(String topic) throws IOException {
    try {
      List<PartitionInfo> partitions = consumer.partitionsFor(topic);
      if (partitions == null || partitions.isEmpty()) {
        throw new IOException("there is no topic " + topic);
      }
      List<TopicPartition> all =
          partitions.stream().map(p -> new TopicPartition(topic, p.partition())).toList();
      return from(consumer.beginningOffsets(all));
    } catch (KafkaException e) {
      throw new IOException("can't read topic " + topic + ": " + e.getMessage(), e);
    }
  }

  /** Where the next record of each of these partitions will be. */
  Map<TopicPartition, Long> ends(List<TopicPartition> partitions) throws IOException {
    try {
      return new HashMap<>(consumer.endOffsets(partitions));
    } catch (KafkaException e) {
      throw new IOException("can't tell the ends of " + partitions + ": " + e.getMessage(), e);
    }
  }

  /** The record at an offset; empty where it is no longer there, or not yet. */
  Optional<ConsumerRecord<byte[], byte[]>> at(TopicPartition partition, long offset)
      throws IOException {
    try {
      List<TopicPartition> one = List.of(partition);
      if (offset < consumer.beginningOffsets(one).get(partition)
          || offset >= consumer.endOffsets(one).get(partition)) {
        return Optional.empty();
      }
      consumer.assign(one);
      consumer.seek(partition, offset);
      long startNs = System.nanoTime();
      while (System.nanoTime() - startNs < PATIENCE_NS) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          return record.offset() == offset ? Optional.of(record) : Optional.empty();
        }
      }
      throw new IOException("nothing comes from " + partition + " at offset " + offset);
    } catch (KafkaException e) {
      throw new IOException("can't read " + partition + ": " + e.getMessage(), e);
    }
  }

  /** Records from these offsets on. */
  List<ConsumerRecord<byte[], byte[]>> from(Map<TopicPartition, Long> offsets) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try {
      List<TopicPartition> partitions = List.copyOf(offsets.keySet());
      consumer.assign(partitions);
      offsets.forEach(consumer::seek);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long heardNs = System.nanoTime();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        var polled = consumer.poll(POLL);
        polled.forEach(records::add);
        long now = System.nanoTime();
        if (!polled.isEmpty()) {
          heardNs = now;
        } else if (now - heardNs > PATIENCE_NS) {
          throw new IOException("nothing more comes from " + partitions + " before their ends");
        }
      }
    } catch (KafkaException e) {
      throw new IOException("can't read " + offsets.keySet() + ": " + e.getMessage(), e);
    }
    return records;
  }

  @Override
  public void close() {
    // it is in no group: there is nothing to wait for but records that nobody wants
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
