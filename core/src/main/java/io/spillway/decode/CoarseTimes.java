package io.spillway.decode;

import io.spillway.event.CommitTs;
import io.spillway.event.SourcePartition;

/**
 * Makes commit timestamps of times that are too coarse to be some: sources without a timestamp
 * oracle say a millisecond or a second, which many changes share.
 */
public interface CoarseTimes {
  /** The time as it is: changes of one millisecond have one timestamp. */
  CoarseTimes AS_GIVEN =
      new CoarseTimes() {
        @Override
        public long ofRow(SourcePartition partition, long millis) {
          return CommitTs.ofMillis(millis);
        }

        @Override
        public long ofStatement(SourcePartition partition, long millis) {
          return CommitTs.ofMillis(millis);
        }

        @Override
        public boolean areOrdered() {
          return false;
        }
      };

  /**
   * The timestamp of the partition's next row.
   *
   * @param millis as the source says, 0..{@link CommitTs#MAX_MILLIS}
   */
  long ofRow(SourcePartition partition, long millis);

  /** The timestamp of the partition's next DDL. */
  long ofStatement(SourcePartition partition, long millis);

  /** Whether each event has a timestamp of its own, in the order of its partition. */
  boolean areOrdered();
}
