package io.spillway.source;

import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerialization;

/**
 * How far one partition has been read, from a savepoint.
 *
 * @param partition topic and number, or a file's name before its number and that
 * @param offset of the next message; of a file the byte offset of the next line; negative where
 *     reading had not begun
 * @param resolved its last resolved event; {@link Long#MIN_VALUE} for none yet
 */
public record ReadPosition(SourcePartition partition, long offset, long resolved) {
  /** Flink's own name for what its source readers keep. */
  private static final ListStateDescriptor<byte[]> SPLITS =
      new ListStateDescriptor<>("SourceReaderState", BytePrimitiveArraySerializer.INSTANCE);

  /** Positions of all partitions that a reader had. */
  public static List<ReadPosition> read(OperatorStateStore source) throws Exception {
    List<ReadPosition> positions = new ArrayList<>();
    for (byte[] split : source.getListState(SPLITS).get()) {
      positions.add(of(split));
    }
    return positions;
  }

  /**
   * What the partitions are of that a reader had: names of topics, or folders as {@code file:/in}.
   */
  public static Set<String> places(OperatorStateStore source) throws Exception {
    Set<String> places = new TreeSet<>();
    for (byte[] split : source.getListState(SPLITS).get()) {
      places.add(place(split));
    }
    return places;
  }

  private static String place(byte[] split) throws IOException {
    try {
      return new Path(fileSplit(split).split().path()).getParent().toString();
    } catch (IOException | RuntimeException e) {
      return topic(split).partition().source();
    }
  }

  /** The state doesn't say of which kind the source is; a file's form is checked to its end. */
  private static ReadPosition of(byte[] split) throws IOException {
    try {
      return file(split);
    } catch (IOException | RuntimeException e) {
      return topic(split);
    }
  }

  private static ReadPosition file(byte[] bytes) throws IOException {
    ResolvedSplit<FileSplit> split = fileSplit(bytes);
    return new ReadPosition(split.split().partition(), split.split().offset(), split.resolved());
  }

  private static ResolvedSplit<FileSplit> fileSplit(byte[] bytes) throws IOException {
    return SimpleVersionedSerialization.readVersionAndDeSerialize(
        new ResolvedSplit.Serializer<>(new FileSplitSerializer()), bytes);
  }

  private static ReadPosition topic(byte[] bytes) throws IOException {
    ResolvedSplit<KafkaPartitionSplit> split =
        SimpleVersionedSerialization.readVersionAndDeSerialize(
            new ResolvedSplit.Serializer<>(new KafkaPartitionSplitSerializer()), bytes);
    SourcePartition partition =
        new SourcePartition(
            split.split().getTopicPartition().topic(),
            split.split().getTopicPartition().partition());
    return new ReadPosition(partition, split.split().getStartingOffset(), split.resolved());
  }
}
