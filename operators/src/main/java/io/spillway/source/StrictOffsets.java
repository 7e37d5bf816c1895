package io.spillway.source;

import java.util.Collection;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * First offsets as another initializer gives them, without its leave to reset an offset that is out
 * of range: a client that does so says nothing of it.
 */
final class StrictOffsets implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  private final OffsetsInitializer offsets;

  StrictOffsets(OffsetsInitializer offsets) {
    this.offsets = offsets;
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    return offsets.getPartitionOffsets(partitions, retriever);
  }

  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
