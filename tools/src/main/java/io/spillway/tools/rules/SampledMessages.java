package io.spillway.tools.rules;

import io.spillway.event.SourcePartition;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.source.FileSplit;
import io.spillway.source.InputFolder;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Some messages of a source: the first lines of its files, or the last records of its topics. */
final class SampledMessages {
  private static final int LONGEST_LINE = 64 << 20;
  private static final Duration POLL = Duration.ofMillis(200);

  /** Nothing new for so many polls, and yet not at the end: the broker has gone. */
  private static final int PATIENCE = 150;

  /** Gets each message. */
  interface Each {
    /**
     * @param value null where the message has none
     */
    void accept(SourcePartition partition, long offset, byte[] key, byte[] value);
  }

  private SampledMessages() {}

  /**
   * @param most of each partition
   * @throws IOException where the source can't be read
   */
  static void read(SourceConfig source, int most, Each each) throws IOException {
    if (source instanceof FilesSource files) {
      for (FileSplit split : InputFolder.list(PlaceText.of(files.path()))) {
        lines(split, most, each);
      }
    } else if (source instanceof KafkaSource kafka) {
      records(kafka, most, each);
    } else {
      throw new IllegalStateException("unknown source: " + source);
    }
  }

  private static void lines(FileSplit split, int most, Each each) throws IOException {
    Path path = new Path(split.path());
    try (LineReader lines = new LineReader(path.getFileSystem().open(path), 0, LONGEST_LINE)) {
      for (int i = 0; i < most && lines.advance(); i++) {
        byte[] line =
            Arrays.copyOfRange(lines.buffer(), lines.start(), lines.start() + lines.length());
        each.accept(split.partition(), lines.lineOffset(), null, line);
      }
    }
  }

  private static void records(KafkaSource kafka, int most, Each each) throws IOException {
    Properties properties = new Properties();
    properties.putAll(kafka.connection().properties().values());
    properties.put("bootstrap.servers", kafka.connection().brokers());
    properties.put("client.id", "spillway-sample");
    properties.put("enable.auto.commit", "false");
    properties.remove("group.id");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = partitions(kafka.topics(), consumer.listTopics());
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
      for (TopicPartition partition : partitions) {
        long end = ends.get(partition);
        range(consumer, partition, Math.max(begins.get(partition), end - most), end, each);
      }
    } catch (KafkaException e) {
      throw new IOException(
          "can't read from " + kafka.connection().brokers() + ": " + e.getMessage(), e);
    }
  }

  private static List<TopicPartition> partitions(
      Topics wanted, Map<String, List<PartitionInfo>> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    topics.forEach(
        (topic, all) -> {
          boolean isWanted =
              wanted instanceof Topics.Names names
                  ? names.names().contains(topic)
                  : Pattern.matches(((Topics.Matching) wanted).pattern(), topic);
          if (isWanted) {
            all.forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
          }
        });
    return partitions;
  }

  private static void range(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long from,
      long end,
      Each each)
      throws IOException {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    SourcePartition source = new SourcePartition(partition.topic(), partition.partition());
    int silent = 0;
    while (consumer.position(partition) < end) {
      var polled = consumer.poll(POLL);
      for (ConsumerRecord<byte[], byte[]> record : polled) {
        if (record.offset() < end) {
          each.accept(source, record.offset(), record.key(), record.value());
        }
      }
      silent = polled.isEmpty() ? silent + 1 : 0;
      if (silent > PATIENCE) {
        throw new IOException("nothing more comes from " + partition + " before its end");
      }
    }
  }
}
