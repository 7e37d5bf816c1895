package io.spillway.tools.report;

/** What is known of one dispatcher: a table, or one partition's share of it. */
final class TableLine {
  /** No commit timestamp or time is this one. */
  static final long NONE = Long.MIN_VALUE;

  final String name;
  long files;
  long rows;
  long bytes;

  /** Largest commitTs in a file; {@link #NONE} where no file has said so. */
  long newest = NONE;

  long waitingRows;
  long waitingBytes;

  /** When the oldest row that waits arrived, in ms since 1970; {@link #NONE} where none waits. */
  long waitingSinceMs = NONE;

  TableLine(String name) {
    this.name = name;
  }
}
