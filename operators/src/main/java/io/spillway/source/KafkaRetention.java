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
 * Compares saved offsets with the ends of the partitions' logs. The source's own client never
 * resets an offset by itself: where retention overtakes it while it reads, it fails, and the
 * restart comes by here.
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
  public List<SplitStart<KafkaPartitionSplit>> starts(List<KafkaPartitionSplit> splits) {
    Set<TopicPartition> asked = new HashSet<>();
    for (KafkaPartitionSplit split : splits) {
      if (isCommitted(split) || split.getStartingOffset() >= 0) {
        asked.add(split.getTopicPartition());
      }
    }
    if (asked.isEmpty()) {
      return splits.stream().map(SplitStart::asSaved).toList();
    }
    List<SplitStart<KafkaPartitionSplit>> starts = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(asked);
      Map<TopicPartition, Long> ends = consumer.endOffsets(asked);
      for (KafkaPartitionSplit split : splits) {
        KafkaPartitionSplit known = isCommitted(split) ? committed(split, consumer) : split;
        TopicPartition partition = split.getTopicPartition();
        starts.add(
            known.getStartingOffset() < 0
                ? SplitStart.asSaved(known)
                : start(known, begins.get(partition), ends.get(partition)));
      }
    }
    return starts;
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

  private SplitStart<KafkaPartitionSplit> start(KafkaPartitionSplit split, long begin, long end) {
    long saved = split.getStartingOffset();
    if (saved >= begin && saved <= end) {
      return SplitStart.asSaved(split);
    }
    TopicPartition partition = split.getTopicPartition();
    Gap gap = new Gap(new SourcePartition(partition.topic(), partition.partition()), saved, begin);
    if (!goOn) {
      throw new LostMessagesException(gap);
    }
    return new SplitStart<>(from(split, begin), Optional.of(gap));
  }
}
