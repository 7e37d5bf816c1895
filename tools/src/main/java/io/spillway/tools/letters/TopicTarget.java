package io.spillway.tools.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Header;
import io.spillway.event.Replay;
import io.spillway.event.SourcePartition;
import io.spillway.job.config.KafkaConnection;
import io.spillway.policy.DeadLetter;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The partitions that letters came from: each goes back with its key, value, time and headers, and
 * with {@link Replay#HEADER}, by which the job knows that it isn't a repetition.
 */
public final class TopicTarget implements ReplayTarget {
  /** The largest message that the job reads, and some room; the client's own limit is 1 MiB. */
  private static final int MAX_REQUEST = 18 << 20;

  private final KafkaConnection connection;
  private final String pipeline;

  /**
   * @param pipeline name of the pipeline whose letters they are
   */
  public TopicTarget(KafkaConnection connection, String pipeline) {
    this.connection = connection;
    this.pipeline = pipeline;
  }

  private static TopicPartition partition(DeadLetter letter) {
    SourcePartition partition = letter.position().partition();
    return new TopicPartition(partition.source(), partition.number());
  }

  @Override
  public List<Put> plan(List<DeadLetter> letters) throws IOException {
    List<Put> puts = new ArrayList<>();
    try (TopicReader reader = new TopicReader(connection, "read_uncommitted")) {
      Map<TopicPartition, Long> ends =
          reader.ends(letters.stream().map(TopicTarget::partition).distinct().toList());
      for (DeadLetter letter : letters) {
        TopicPartition partition = partition(letter);
        puts.add(
            new Put(
                Replays.name(letter),
                partition.topic(),
                partition.partition(),
                ends.get(partition),
                connection.brokers().strip()));
      }
    }
    return puts;
  }

  @Override
  public boolean has(Put put) {
    return put.partition() >= 0 && (put.brokers().isEmpty() || isAt(put.brokers()));
  }

  /**
   * The letter with the key and value that its message had in the topic.
   *
   * @throws IOException where the topic no longer has it
   */
  public DeadLetter withOriginal(DeadLetter letter) throws IOException {
    try (TopicReader reader = new TopicReader(connection, "read_committed")) {
      ConsumerRecord<byte[], byte[]> record =
          reader
              .at(partition(letter), letter.position().offset())
              .filter(found -> found.value() != null)
              .orElseThrow(
                  () ->
                      new IOException(
                          letter.position()
                              + " is no longer in its topic, and the letter has it as it was delivered:"
                              + " in canal-json, with the names and masks of section tables. --into"
                              + " FOLDER puts that into a file for a source of format canal-json, in"
                              + " a pipeline without these rules"));
      return new DeadLetter(
          new DeadLetter.Original(
              letter.source(),
              letter.position(),
              record.key(),
              record.value(),
              letter.original().headers()),
          letter.failure(),
          letter.subject());
    }
  }

  /** Whether it is the cluster of one of these brokers. */
  boolean isAt(String brokers) {
    return !Collections.disjoint(list(connection.brokers()), list(brokers));
  }

  private static List<String> list(String brokers) {
    return Arrays.asList(brokers.strip().split("\\s*,\\s*"));
  }

  @Override
  public Set<String> found(List<Put> puts) throws IOException {
    Map<TopicPartition, Long> from = new HashMap<>();
    for (Put put : puts) {
      from.merge(new TopicPartition(put.into(), put.partition()), put.from(), Math::min);
    }
    Set<String> found = new HashSet<>();
    try (TopicReader reader = new TopicReader(connection, "read_uncommitted")) {
      for (ConsumerRecord<byte[], byte[]> record : reader.from(from)) {
        var header = record.headers().lastHeader(Replay.HEADER);
        if (header != null && header.value() != null) {
          String value = new String(header.value(), UTF_8);
          if (value.startsWith(pipeline + " ")) {
            found.add(value.substring(pipeline.length() + 1));
          }
        }
      }
    }
    return found;
  }

  @Override
  public void put(List<DeadLetter> letters, List<Put> puts) throws IOException {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(properties(), new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      letters.forEach(letter -> sent.add(producer.send(record(letter))));
      producer.flush();
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    } catch (KafkaException | ExecutionException e) {
      throw new IOException("not all could be put back: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while putting back", e);
    }
  }

  private ProducerRecord<byte[], byte[]> record(DeadLetter letter) {
    TopicPartition partition = partition(letter);
    long timestampMs = letter.position().timestampMs();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            partition.topic(),
            partition.partition(),
            timestampMs < 0 ? null : timestampMs,
            letter.original().key(),
            letter.original().value());
    for (Header header : letter.original().headers()) {
      if (!header.name().equals(Replay.HEADER)) {
        record.headers().add(header.name(), header.value());
      }
    }
    record.headers().add(Replay.HEADER, Replay.header(pipeline, Replays.name(letter)));
    return record;
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.put("max.request.size", Integer.toString(MAX_REQUEST));
    properties.putAll(connection.properties().values());
    properties.put("bootstrap.servers", connection.brokers());
    properties.put("client.id", "spillway-replay");
    // neither lost nor doubled nor out of order by a retry of the client
    properties.put("enable.idempotence", "true");
    properties.put("acks", "all");
    return properties;
  }
}
