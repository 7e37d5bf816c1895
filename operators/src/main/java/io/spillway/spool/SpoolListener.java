package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.storage.SealedFile;

/** Told of what the spool does, for metrics and logs. */
interface SpoolListener {
  void late();

  void sealed(SealedFile file);

  void drainStarted(SchemaChange ddl);

  /**
   * @param files sealed by the drain
   * @param waitedMs since the DDL came
   */
  void drained(SchemaChange ddl, int files, long waitedMs);

  /** A sentence for the log, once per cause. */
  void warning(String sentence);
}
