package io.spillway.job.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One topic of a {@link KafkaBroker}: fed and read record by record, nothing lost unseen. */
public final class KafkaTopic {
  private static final long LIMIT_SECONDS = 60;
  private static final int LARGEST = 32 << 20;

  private final KafkaBroker broker;
  private final String name;
  private final List<TopicPartition> partitions;

  private KafkaTopic(KafkaBroker broker, String name, int partitions) {
    this.broker = broker;
    this.name = name;
    this.partitions = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      this.partitions.add(new TopicPartition(name, i));
    }
  }

  /** A new topic whose partitions all have a leader: without one, early records may get lost. */
  public static KafkaTopic create(KafkaBroker broker, String name, int partitions)
      throws Exception {
    KafkaTopic topic = new KafkaTopic(broker, name, partitions);
    try (Admin admin = broker.admin()) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      topic.ends(admin);
    }
    return topic;
  }

  /** Adds partitions up to this number, and waits until all have a leader. */
  public void grow(int count) throws Exception {
    try (Admin admin = broker.admin()) {
      admin
          .createPartitions(Map.of(name, NewPartitions.increaseTo(count)))
          .all()
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      for (int i = partitions.size(); i < count; i++) {
        partitions.add(new TopicPartition(name, i));
      }
      ends(admin);
    }
  }

  public String name() {
    return name;
  }

  private Map<TopicPartition, Long> ends(Admin admin) throws Exception {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(asked)
        .all()
        .get(LIMIT_SECONDS, TimeUnit.SECONDS)
        .forEach((partition, info) -> ends.put(partition, info.offset()));
    return ends;
  }

  /** Sends to one partition, in order; returns when the broker has all of it. */
  public void send(int partition, List<byte[]> values) throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-feeder");
    properties.put("linger.ms", "5");
    properties.put("max.request.size", Integer.toString(LARGEST));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (byte[] value : values) {
        sent.add(producer.send(new ProducerRecord<>(name, partition, null, value)));
      }
      producer.flush();
      for (Future<RecordMetadata> record : sent) {
        record.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** All values in the topic that belong to no open or aborted transaction. */
  public List<byte[]> committed() throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-reader");
    properties.put("isolation.level", "read_committed");
    List<byte[]> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      // the end for a reader of committed records: the first record of a transaction still open
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("topic " + name + " is not read to its end " + ends);
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
