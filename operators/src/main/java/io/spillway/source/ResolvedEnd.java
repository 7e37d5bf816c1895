package io.spillway.source;

import io.spillway.decode.CoarseTimes;
import io.spillway.decode.MessageDecoder;
import io.spillway.decode.ResolvedTail;
import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a bounded run of a stream with resolved events ends: at what is resolved in every partition
 * as of now. What lies beyond is not read, so that the group's offsets stand before it and the next
 * run begins with it. Looks at the newest messages of each partition, and further back until it
 * finds a resolved event. A partition without any message counts for nothing.
 */
final class ResolvedEnd implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ResolvedEnd.class);
  private static final long FIRST_LOOK = 2_000;
  private static final long FURTHEST_LOOK = 2_000_000;

  private final Properties properties;
  private final DecoderFactory factory;
  private final EarlierRecords earlier;

  /**
   * @param properties of the source's client, with its brokers and group
   * @param earlier what the topics hold before what is looked at
   */
  ResolvedEnd(Properties properties, DecoderFactory factory, EarlierRecords earlier) {
    this.earlier = earlier;
    this.properties = new Properties();
    this.properties.putAll(properties);
    this.factory = factory;
  }

  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    try (KafkaConsumer<byte[], byte[]> consumer = PartitionRange.consumer(properties, "end")) {
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      Map<TopicPartition, ResolvedTail> tails = new HashMap<>();
      long everywhere = Long.MAX_VALUE;
      for (TopicPartition partition : partitions) {
        long begin = begins.get(partition);
        long end = ends.get(partition);
        if (begin < end) {
          ResolvedTail tail = tail(consumer, partition, begin, end, Long.MAX_VALUE);
          tails.put(partition, tail);
          everywhere = Math.min(everywhere, tail.resolved());
        }
      }
      if (everywhere == ResolvedTail.NOTHING) {
        return nothing(begins, tails);
      }
      for (Map.Entry<TopicPartition, ResolvedTail> entry : tails.entrySet()) {
        TopicPartition partition = entry.getKey();
        long end = ends.get(partition);
        ResolvedTail tail = entry.getValue();
        if (!tail.reaches(everywhere)) {
          tail = tail(consumer, partition, begins.get(partition), end, everywhere);
        }
        ends.put(partition, tail.cut(everywhere, end));
      }
      LOG.info("this run ends at {}, which every partition has resolved: {}", everywhere, ends);
      return ends;
    }
  }

  private static Map<TopicPartition, Long> nothing(
      Map<TopicPartition, Long> begins, Map<TopicPartition, ResolvedTail> tails) {
    TreeSet<String> lacking = new TreeSet<>();
    tails.forEach(
        (partition, tail) -> {
          if (tail.resolved() == ResolvedTail.NOTHING) {
            lacking.add(partition.toString());
          }
        });
    LOG.warn(
        "nothing is read: partitions {} have no resolved event, so nothing in the topics is known"
            + " to be complete. TiCDC sends them with enable-tidb-extension=true; a stream that has"
            + " none needs watermark: observed",
        lacking);
    return begins;
  }

  /** Looks back until there is a resolved event at or below {@code least}, or no further. */
  private ResolvedTail tail(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long begin,
      long end,
      long least) {
    for (long look = FIRST_LOOK; ; look *= 8) {
      long from = Math.max(begin, end - look);
      ResolvedTail tail = read(consumer, partition, from, end);
      if (from == begin || look >= FURTHEST_LOOK || tail.reaches(least)) {
        return tail;
      }
    }
  }

  private ResolvedTail read(
      KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from, long end) {
    ResolvedTail tail = new ResolvedTail();
    MessageDecoder decoder = factory.decoder(CoarseTimes.AS_GIVEN, earlier);
    SourcePartition source = new SourcePartition(partition.topic(), partition.partition());
    PartitionRange.read(
        consumer,
        partition,
        from,
        end,
        record -> {
          byte[] value = record.value();
          int length = value == null ? 0 : value.length;
          Event event =
              decoder.decode(
                  source, record.offset(), record.timestamp(), record.key(), value, 0, length);
          for (; event != null; event = decoder.next()) {
            tail.add(record.offset(), event);
          }
        });
    return tail;
  }
}
