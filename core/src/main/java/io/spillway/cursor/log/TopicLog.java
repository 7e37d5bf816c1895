package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.EarlierEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event log in a topic, of which only what is committed is read. The events of a cursor stand in
 * one partition, in their order.
 */
public final class TopicLog implements EarlierEvents {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(TopicLog.class);

  /** Offsets that are looked at first, from the end; each further step is twice as long. */
  private static final long FIRST_STEP = 1000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long SILENCE_NANOS = 60_000_000_000L;

  private final Properties properties;
  private final String topic;

  /**
   * @param brokers bootstrap servers
   * @param client further properties of the Kafka client: TLS, SASL
   */
  public TopicLog(String brokers, Map<String, String> client, String topic) {
    this.properties = new Properties();
    // closing waits for the last fetch, which the broker answers after so long with nothing
    this.properties.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "20");
    this.properties.putAll(client);
    this.properties.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    this.properties.setProperty(ConsumerConfig.CLIENT_ID_CONFIG, "spillway-cursor-log");
    this.properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    this.properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    this.properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    this.topic = topic;
  }

  /**
   * Hands on every event that the filter takes, one partition after the other.
   *
   * @return how many events were looked at
   * @throws IOException where the topic can't be read or has a record that isn't an event
   */
  public long read(EventFilter filter, Consumer<CursorEvent> out) throws IOException {
    long[] count = {0};
    Consumer<CursorEvent> taker =
        event -> {
          count[0]++;
          if (filter.takes(event)) {
            out.accept(event);
          }
        };
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      for (TopicPartition partition : partitions(consumer)) {
        read(consumer, partition, begin(consumer, partition), end(consumer, partition), taker);
      }
    } catch (KafkaException e) {
      throw new IOException("topic " + topic + ": " + e.getMessage(), e);
    }
    return count[0];
  }

  @Override
  public Optional<CursorEvent> newest(CursorKey cursor) throws IOException {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      for (TopicPartition partition : partitions(consumer)) {
        Optional<CursorEvent> newest = newest(consumer, partition, cursor);
        if (newest.isPresent()) {
          return newest;
        }
      }
    } catch (CursorEventParser.NoEventException e) {
      // as of a damaged file: it must not keep the job from delivering
      LOG.warn("{}; nobody can tell a rewind from it", e.getMessage());
    } catch (KafkaException e) {
      throw new IOException("topic " + topic + ": " + e.getMessage(), e);
    }
    return Optional.empty();
  }

  private Optional<CursorEvent> newest(
      KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, CursorKey cursor)
      throws IOException {
    long begin = begin(consumer, partition);
    long end = end(consumer, partition);
    long step = FIRST_STEP;
    CursorEvent[] newest = {null};
    Consumer<CursorEvent> taker =
        event -> newest[0] = event.cursor().equals(cursor) ? event : newest[0];
    while (end > begin && newest[0] == null) {
      long from = Math.max(begin, end - step);
      read(consumer, partition, from, end, taker);
      end = from;
      step *= 2;
    }
    return Optional.ofNullable(newest[0]);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer)
      throws IOException {
    List<PartitionInfo> infos = consumer.partitionsFor(topic);
    if (infos == null || infos.isEmpty()) {
      throw new IOException("topic " + topic + " does not exist");
    }
    List<TopicPartition> partitions = new ArrayList<>();
    infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
    return partitions;
  }

  private static long begin(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
    return consumer.beginningOffsets(List.of(partition)).get(partition);
  }

  /** The first record of a transaction that is still open, or the end of the log. */
  private static long end(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).get(partition);
  }

  private void read(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long from,
      long end,
      Consumer<CursorEvent> taker)
      throws IOException {
    CursorEventParser parser = new CursorEventParser();
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    long reached = System.nanoTime();
    long position = from;
    while (position < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end && record.value() != null) {
          taker.accept(parse(parser, record));
        }
      }
      long now = consumer.position(partition);
      if (now > position) {
        reached = System.nanoTime();
      } else if (System.nanoTime() - reached > SILENCE_NANOS) {
        throw new IOException(partition + " can't be read to its end " + end + ", only to " + now);
      }
      position = now;
    }
  }

  private static CursorEvent parse(CursorEventParser parser, ConsumerRecord<byte[], byte[]> record)
      throws IOException {
    try {
      return parser.parse(record.value(), 0, record.value().length);
    } catch (CursorEventParser.NoEventException e) {
      throw e.at("%s-%d, offset %d".formatted(record.topic(), record.partition(), record.offset()));
    }
  }
}
