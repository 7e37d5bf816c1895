package io.spillway.spool;

import io.spillway.storage.DateSeparator;
import java.io.Serializable;
import java.time.ZoneId;

/**
 * How a spool holds and seals.
 *
 * @param memoryBytes bytes on the heap above which batches go to state; per subtask
 * @param quotaBytes hard limit of memory and state together; per subtask
 * @param highBytes level at which the spool begins to seal for lack of room
 * @param lowBytes level at which it stops to
 * @param fileBytes size at which a file is full
 * @param flushIntervalMs longest time that a row which may be written stays unwritten
 * @param dateSeparator granularity of date directories
 * @param zone of those dates
 * @param stuckDdlMs wait of a DDL after which the spool says for what it waits
 */
public record SpoolSettings(
    long memoryBytes,
    long quotaBytes,
    long highBytes,
    long lowBytes,
    long fileBytes,
    long flushIntervalMs,
    DateSeparator dateSeparator,
    ZoneId zone,
    long stuckDdlMs)
    implements Serializable {
  /**
   * A batch is closed at this fraction of the flush interval, which bounds the error of its age.
   */
  private static final int AGE_STEPS = 8;

  long batchAgeMs() {
    return Math.max(1, flushIntervalMs / AGE_STEPS);
  }
}
