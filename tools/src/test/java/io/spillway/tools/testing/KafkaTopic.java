package io.spillway.tools.testing;

import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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

  /**
   * A new topic whose partitions all have a leader: without one, early records may get lost. One of
   * that name which an earlier test has left is deleted.
   */
  public static KafkaTopic create(KafkaBroker broker, String name, int partitions)
      throws Exception {
    return create(broker, name, partitions, Map.of());
  }

  /**
   * @param settings of the topic, as {@code cleanup.policy}
   */
  public static KafkaTopic create(
      KafkaBroker broker, String name, int partitions, Map<String, String> settings)
      throws Exception {
    KafkaTopic topic = new KafkaTopic(broker, name, partitions);
    try (Admin admin = broker.admin()) {
      if (admin.listTopics().names().get(LIMIT_SECONDS, TimeUnit.SECONDS).contains(name)) {
        delete(admin, name);
      }
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)))
          .all()
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      Eventually.holds(
          Duration.ofSeconds(LIMIT_SECONDS),
          () -> topic.hasLeaders(admin),
          () -> name + " has no leaders");
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

  private boolean hasLeaders(Admin admin) throws Exception {
    try {
      return ends(admin).size() == partitions.size();
    } catch (ExecutionException e) {
      // the broker doesn't know it yet
      return false;
    }
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

  /** Offset behind the last record of each partition. */
  public List<Long> ends() throws Exception {
    try (Admin admin = broker.admin()) {
      Map<TopicPartition, Long> ends = ends(admin);
      return partitions.stream().map(ends::get).toList();
    }
  }

  /** Takes away all records before these offsets, as retention does. */
  public void forget(List<Long> before) throws Exception {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    for (int i = 0; i < before.size(); i++) {
      records.put(partitions.get(i), RecordsToDelete.beforeOffset(before.get(i)));
    }
    try (Admin admin = broker.admin()) {
      admin.deleteRecords(records).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Says that a group has read up to these offsets. */
  public void commit(String group, List<Long> offsets) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    for (int i = 0; i < offsets.size(); i++) {
      committed.put(partitions.get(i), new OffsetAndMetadata(offsets.get(i)));
    }
    try (Admin admin = broker.admin()) {
      admin.alterConsumerGroupOffsets(group, committed).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Deletes the topic and makes it anew, empty. */
  public void recreate() throws Exception {
    create(broker, name, partitions.size());
  }

  private static void delete(Admin admin, String name) throws Exception {
    admin.deleteTopics(List.of(name)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    // the name is free once the broker has taken the topic down
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> !admin.listTopics().names().get(LIMIT_SECONDS, TimeUnit.SECONDS).contains(name),
        () -> name + " is still there");
  }

  /** Sends values to one partition in a transaction that is aborted. */
  public void abort(int partition, List<byte[]> values) throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-aborter");
    properties.put("transactional.id", "aborted-" + name);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (byte[] value : values) {
        var unused = producer.send(new ProducerRecord<>(name, partition, null, value));
      }
      producer.flush();
      producer.abortTransaction();
    }
  }

  /** Sends one message as it is. */
  public void send(ProducerRecord<byte[], byte[]> record) throws Exception {
    send(List.of(record));
  }

  /** Sends values without keys to one partition, in order; returns when the broker has them. */
  public void send(int partition, List<byte[]> values) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (byte[] value : values) {
      records.add(new ProducerRecord<>(name, partition, null, value));
    }
    send(records);
  }

  /** Sends each to its partition, with keys and tombstones. */
  public void send(DebeziumSample sample) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < sample.messages().size(); partition++) {
      for (SaidAgain.Message message : sample.messages().get(partition)) {
        records.add(new ProducerRecord<>(name, partition, message.key(), message.value()));
      }
    }
    send(records);
  }

  /** Sends messages as they are, in order; returns when the broker has them. */
  public void send(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-feeder");
    properties.put("linger.ms", "5");
    properties.put("max.request.size", Integer.toString(LARGEST));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (ProducerRecord<byte[], byte[]> record : records) {
        sent.add(producer.send(record));
      }
      producer.flush();
      for (Future<RecordMetadata> record : sent) {
        record.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** All values in the topic that belong to no open or aborted transaction. */
  public List<byte[]> committed() throws Exception {
    return records().stream().map(ConsumerRecord::value).toList();
  }

  /** Of those the newest of each key, as texts. */
  public Map<String, String> newest() throws Exception {
    Map<String, String> values = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records()) {
      values.put(
          new String(record.key(), StandardCharsets.UTF_8),
          new String(record.value(), StandardCharsets.UTF_8));
    }
    return values;
  }

  /** The same with keys, headers and times. */
  public List<ConsumerRecord<byte[], byte[]>> records() throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-reader");
    properties.put("isolation.level", "read_committed");
    // closing waits for the last fetch, which the broker answers after so long with nothing
    properties.put("fetch.max.wait.ms", "20");
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
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
          records.add(record);
        }
      }
    }
    return records;
  }
}
