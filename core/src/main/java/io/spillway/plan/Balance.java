package io.spillway.plan;

import io.spillway.event.ReadCounts;

/**
 * Where all rows are that were read up to a barrier, since the job was started from nothing. The
 * barrier is aligned, so none is on its way.
 *
 * @param read sums over all readers
 * @param stored rows in sealed files of this checkpoint and all before
 * @param spooled rows that wait in the spool
 * @param alreadyDelivered rows read again and dropped, since they stand in the bucket
 */
public record Balance(ReadCounts read, long stored, long spooled, long alreadyDelivered) {
  public static final Balance NONE = new Balance(ReadCounts.NONE, 0, 0, 0);

  /** Rows missing; negative for rows too many. 0 where the balance holds. */
  public long difference() {
    return read.read() - read.withheld() - stored - spooled - alreadyDelivered;
  }
}
