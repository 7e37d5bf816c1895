package io.spillway.cursor;

import io.spillway.event.Gap;
import io.spillway.plan.Balance;
import java.util.List;

/** What the commit of a checkpoint has done for good. The same may come more than once. */
public sealed interface FlushAck {
  /** Whose work it is. */
  CursorKey cursor();

  /**
   * Work is done.
   *
   * @param candidate commit timestamp up to which it is
   * @param checkpointId of the checkpoint
   */
  record Reached(CursorKey cursor, long candidate, long checkpointId) implements FlushAck {}

  /**
   * A file stands in the bucket.
   *
   * @param candidate commit timestamp up to which its dispatcher's work is done
   * @param checkpointId of the checkpoint
   * @param file what was written
   */
  record Delivered(CursorKey cursor, long candidate, long checkpointId, File file)
      implements FlushAck {}

  /**
   * All rows are counted.
   *
   * @param checkpointId of the checkpoint
   * @param balance where they are
   */
  record Counted(CursorKey cursor, long checkpointId, Balance balance) implements FlushAck {}

  /**
   * Work can't be done any more.
   *
   * @param gap what the source no longer had
   */
  record Missing(CursorKey cursor, Gap gap) implements FlushAck {}

  /**
   * A bulk controller has changed its mode.
   *
   * @param checkpointId of the checkpoint with which that is told
   * @param steering which, when and to what
   */
  record Steered(CursorKey cursor, long checkpointId, Steering steering) implements FlushAck {}

  /**
   * How a writer's bulk controller goes on.
   *
   * @param writer number of the writer, from 0
   * @param atMs since when, in ms since 1970
   * @param mode its mode from then on
   */
  record Steering(int writer, long atMs, String mode) {}

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
  record File(
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
  record Rows(long count, long bytes, long minCommitTs, long maxCommitTs) {}
}
