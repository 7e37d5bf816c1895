package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.storage.SealedFile;

/** Told of what the spool does, for metrics and logs. */
interface SpoolListener {
  void late();

  /**
   * @param ageMs how long its dispatcher's oldest row had waited, in ms
   * @param nowMs ms since 1970
   */
  void sealed(SealedFile file, long ageMs, long nowMs);

  void drainStarted(SchemaChange ddl);

  /**
   * @param files sealed by the drain
   * @param waitedMs since the DDL came
   */
  void drained(SchemaChange ddl, int files, long waitedMs);

  /** A sentence for the log, once per cause. */
  void warning(String sentence);
}
