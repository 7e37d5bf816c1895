package io.spillway.spool;

import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.SchemaChange;
import io.spillway.plan.SealedFile;

/** Told of what the spool does, for metrics and logs. */
interface SpoolListener extends CopyListener {
  void late();

  void sealed(SealedFile file);

  /**
   * Files have been read back that the state doesn't know.
   *
   * @param rows in them
   */
  void readBack(DispatcherId dispatcher, int files, long rows);

  /** Files that the state doesn't know can't be read back: their rows may be written again. */
  void notReadBack(DispatcherId dispatcher, int files);

  /** Rows have been dropped that stand in the bucket already. */
  void alreadyDelivered(long rows);

  /**
   * Rows stand in a file that don't fit their table version.
   *
   * @param sentence which, for the log
   */
  void unfit(long rows, String sentence);

  void drainStarted(SchemaChange ddl);

  /**
   * @param files sealed by the drain
   * @param waitedMs since the DDL came
   */
  void drained(SchemaChange ddl, int files, long waitedMs);

  /**
   * Settings count.
   *
   * @param tookMs since they were changed
   */
  void controlled(ControlChange change, long tookMs);

  /** The quota is used up; what follows is a {@link SpoolFullException}. */
  void full();

  /** A DDL waits for too long; a sentence for the log. */
  void stuck(String sentence);

  /** Progress stands while rows wait; a sentence for the log that names who holds it. */
  void stalled(String sentence);

  /** Tables that have one name have different columns; a sentence that says what to do. */
  void apart(String sentence);

  /** Rules for tables match none; a sentence for the log. */
  void unmatched(String sentence);

  /** What a DDL leaves unknown; a sentence for the log, once per cause. */
  void warning(String sentence);
}
