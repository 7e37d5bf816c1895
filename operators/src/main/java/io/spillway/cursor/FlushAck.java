package io.spillway.cursor;

/**
 * Work that is done for good: the commit of a checkpoint has succeeded. May come more than once.
 *
 * @param cursor whose
 * @param candidate commit timestamp up to which work is done
 * @param checkpointId of the checkpoint
 * @param file what was written, or null for overall progress
 */
public record FlushAck(CursorKey cursor, long candidate, long checkpointId, File file) {
  /**
   * Lineage of a data file.
   *
   * @param path relative to the bucket's root
   * @param reason flush reason
   * @param rows number of rows
   * @param bytes size
   * @param minCommitTs of the first row
   * @param maxCommitTs of the last row
   */
  public record File(
      String path, String reason, long rows, long bytes, long minCommitTs, long maxCommitTs) {}
}
