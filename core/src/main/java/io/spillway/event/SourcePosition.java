package io.spillway.event;

/**
 * Where a message came from, for errors, dead letters and traces.
 *
 * @param partition the partition
 * @param offset Kafka offset, or the byte offset of the line in its file
 * @param timestampMs the message's own time in ms since 1970, or -1 where it has none
 */
public record SourcePosition(SourcePartition partition, long offset, long timestampMs) {
  @Override
  public String toString() {
    return partition.label() + "@" + offset;
  }
}
