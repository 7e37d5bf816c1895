package io.spillway.cursor;

import io.spillway.event.Gap;
import io.spillway.plan.Balance;
import java.util.List;

/**
 * Work that is done for good: the commit of a checkpoint has succeeded. May come more than once.
 *
 * @param cursor whose
 * @param candidate commit timestamp up to which work is done; {@link Long#MIN_VALUE} for no claim
 * @param checkpointId of the checkpoint
 * @param file what was written, or null for overall progress
 * @param balance where all rows are, or null where the sink doesn't count them
 * @param gap what the source no longer had, or null; then there is no claim and no checkpoint
 */
public record FlushAck(
    CursorKey cursor, long candidate, long checkpointId, File file, Balance balance, Gap gap) {
  /** For work that is done. */
  public FlushAck(CursorKey cursor, long candidate, long checkpointId, File file, Balance balance) {
    this(cursor, candidate, checkpointId, file, balance, null);
  }

  /** For work that can't be done any more. */
  public static FlushAck of(CursorKey cursor, Gap gap) {
    return new FlushAck(cursor, Long.MIN_VALUE, 0, null, null, gap);
  }

  /**
   * Lineage of a data file.
   *
   * @param path relative to the bucket's root
   * @param number of the file in its directory
   * @param version of the table's structure
   * @param reason flush reason
   * @param rows what it holds
   * @param traces trace ids of those rows that are followed, in the order of the rows
   */
  public record File(
      String path, long number, long version, String reason, Rows rows, List<String> traces) {
    public File {
      traces = List.copyOf(traces);
    }

    /** With no row that is followed. */
    public File(String path, long number, long version, String reason, Rows rows) {
      this(path, number, version, reason, rows, List.of());
    }
  }

  /**
   * The rows of a file.
   *
   * @param count number of rows
   * @param bytes their size
   * @param minCommitTs of the first row
   * @param maxCommitTs of the last row
   */
  public record Rows(long count, long bytes, long minCommitTs, long maxCommitTs) {}
}
