package io.spillway.event;

/**
 * A reader has begun, or begun again, to read this partition.
 *
 * @param partition the partition
 * @param resolved its last resolved event before this point; {@link Long#MIN_VALUE} for none
 */
public record Opened(SourcePartition partition, long resolved) implements Event {}
