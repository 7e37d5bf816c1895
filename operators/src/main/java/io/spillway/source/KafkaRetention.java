package io.spillway.source;

import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Compares saved offsets with the ends of the partitions' logs, and the topics with those that the
 * offsets were saved of. The source's own client never resets an offset by itself: where retention
 * overtakes it while it reads, it fails, and the restart comes by here.
 */
final class KafkaRetention implements Retention<KafkaPartitionSplit> {
  private static final long serialVersionUID = 1L;
  private static final String CLIENT_ID = "-retention";

  private final Properties properties;
  private final boolean goOn;

  /**
   * @param properties of the source's client, with its brokers and group
   * @param goOn whether to read on behind a gap
   */
  KafkaRetention(Properties properties, boolean goOn) {
    this.properties = new Properties();
    this.properties.putAll(properties);
    this.goOn = goOn;
  }

  @Override
  public List<SplitStart<KafkaPartitionSplit>> starts(
      List<ResolvedSplit<KafkaPartitionSplit>> saved) {
    Set<TopicPartition> asked = new HashSet<>();
    Set<String> topics = new HashSet<>();
    for (ResolvedSplit<KafkaPartitionSplit> one : saved) {
      KafkaPartitionSplit split = one.split();
      topics.add(split.getTopic());
      if (isCommitted(split) || split.getStartingOffset() >= 0) {
        asked.add(split.getTopicPartition());
      }
    }
    if (saved.isEmpty()) {
      return List.of();
    }
    Map<String, String> ids = new TopicIds(properties).of(topics);
    List<SplitStart<KafkaPartitionSplit>> starts = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      Map<TopicPartition, Long> begins =
          asked.isEmpty() ? Map.of() : consumer.beginningOffsets(asked);
      Map<TopicPartition, Long> ends = asked.isEmpty() ? Map.of() : consumer.endOffsets(asked);
      for (ResolvedSplit<KafkaPartitionSplit> one : saved) {
        KafkaPartitionSplit split = one.split();
        KafkaPartitionSplit known = isCommitted(split) ? committed(split, consumer) : split;
        TopicPartition partition = split.getTopicPartition();
        String id = ids.getOrDefault(partition.topic(), one.identity());
        boolean madeAnew = !one.identity().isEmpty() && !one.identity().equals(id);
        if (known.getStartingOffset() < 0) {
          starts.add(new SplitStart<>(known, Optional.empty(), id));
        } else if (madeAnew) {
          starts.add(anew(known, begins.get(partition), id));
        } else {
          starts.add(start(known, begins.get(partition), ends.get(partition), id));
        }
      }
    }
    return starts;
  }

  /** An offset of the topic that had this name before is none of this one. */
  private SplitStart<KafkaPartitionSplit> anew(KafkaPartitionSplit split, long begin, String id) {
    SourcePartition partition = new SourcePartition(split.getTopic(), split.getPartition());
    long saved = split.getStartingOffset();
    if (!goOn) {
      throw LostMessagesException.madeAnew(partition, saved);
    }
    return new SplitStart<>(from(split, begin), Optional.of(new Gap(partition, saved, begin)), id);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Properties own = new Properties();
    own.putAll(properties);
    own.setProperty(
        ConsumerConfig.CLIENT_ID_CONFIG,
        own.getProperty(ConsumerConfig.GROUP_ID_CONFIG) + CLIENT_ID);
    own.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    // the log's end, whatever transaction is open: an offset of before may lie behind its start
    own.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static boolean isCommitted(KafkaPartitionSplit split) {
    return split.getStartingOffset() == KafkaPartitionSplit.COMMITTED_OFFSET;
  }

  private static KafkaPartitionSplit committed(
      KafkaPartitionSplit split, KafkaConsumer<byte[], byte[]> consumer) {
    TopicPartition partition = split.getTopicPartition();
    OffsetAndMetadata committed = consumer.committed(Set.of(partition)).get(partition);
    return from(
        split, committed == null ? KafkaPartitionSplit.EARLIEST_OFFSET : committed.offset());
  }

  private static KafkaPartitionSplit from(KafkaPartitionSplit split, long offset) {
    return new KafkaPartitionSplit(
        split.getTopicPartition(),
        offset,
        split.getStoppingOffset().orElse(KafkaPartitionSplit.NO_STOPPING_OFFSET));
  }

  private SplitStart<KafkaPartitionSplit> start(
      KafkaPartitionSplit split, long begin, long end, String id) {
    long saved = split.getStartingOffset();
    if (saved >= begin && saved <= end) {
      return new SplitStart<>(split, Optional.empty(), id);
    }
    TopicPartition partition = split.getTopicPartition();
    Gap gap = new Gap(new SourcePartition(partition.topic(), partition.partition()), saved, begin);
    if (!goOn) {
      throw new LostMessagesException(gap);
    }
    return new SplitStart<>(from(split, begin), Optional.of(gap), id);
  }
}
