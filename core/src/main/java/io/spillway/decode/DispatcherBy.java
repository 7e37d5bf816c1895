package io.spillway.decode;

/** What the unit of order is. */
public enum DispatcherBy {
  /** The table, wherever its rows come from. */
  TABLE,
  /** What one source partition delivers of a table. */
  TABLE_AND_PARTITION
}
