package io.spillway.tools.inspect;

import io.spillway.event.RowBatch;

/**
 * What the spool holds of one dispatcher. Public fields without a constructor: Flink sends it
 * between its threads by them.
 */
public final class DispatcherContent {
  /** {@link io.spillway.event.DispatcherId#key()}; empty where it is of none that is wanted. */
  public String dispatcher = "";

  public long rows;

  /** Of the rows, as they will stand in files. */
  public long bytes;

  /** When its oldest row arrived, in ms since 1970; {@link Long#MAX_VALUE} without rows. */
  public long oldestMs = Long.MAX_VALUE;

  public long minCommitTs = Long.MAX_VALUE;
  public long maxCommitTs = Long.MIN_VALUE;

  /** Versions of its table that files have gone to lately, in order. */
  public long[] versions = {};

  /** Number of the newest file in the newest version's last directory; 0 for none yet. */
  public long lastFile;

  void add(RowBatch batch) {
    rows += batch.size();
    bytes += batch.end(batch.size() - 1);
    oldestMs = Math.min(oldestMs, batch.arrivedMs());
    minCommitTs = Math.min(minCommitTs, batch.minCommitTs());
    maxCommitTs = Math.max(maxCommitTs, batch.maxCommitTs());
  }
}
