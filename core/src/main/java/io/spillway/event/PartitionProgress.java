package io.spillway.event;

/**
 * How far a partition is: told now and then, so that whoever waits can say for what.
 *
 * @param partition the partition
 * @param commitTs its last resolved event or its newest row; {@link Long#MIN_VALUE} for none yet
 */
public record PartitionProgress(SourcePartition partition, long commitTs) implements Broadcast {}
