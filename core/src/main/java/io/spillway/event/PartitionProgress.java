package io.spillway.event;

/**
 * How far a partition is: told now and then, so that whoever waits can say for what.
 *
 * @param partition the partition
 * @param resolved its last resolved event; {@link Long#MIN_VALUE} for none yet
 * @param reached its newest row or DDL; {@link Long#MIN_VALUE} for none yet
 * @param silentMs since its last message, or since reading began
 * @param observed whether rows stand for progress, and not resolved events
 */
public record PartitionProgress(
    SourcePartition partition, long resolved, long reached, long silentMs, boolean observed)
    implements Broadcast {

  /** How far it lets the others go. */
  public long commitTs() {
    return observed ? Math.max(resolved, reached) : resolved;
  }
}
