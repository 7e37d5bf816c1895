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
 * @param barrierSlackMs a file that is due within this time of a barrier is sealed at the barrier,
 *     see {@link #barrierSlackMs(long, long)}; 0 for none before its time
 * @param dateSeparator granularity of date directories
 * @param zone of those dates
 * @param stuckDdlMs wait of a DDL after which the spool says for what it waits
 * @param label begins the name of every file series; empty for the plain names
 */
public record SpoolSettings(
    long memoryBytes,
    long quotaBytes,
    long highBytes,
    long lowBytes,
    long fileBytes,
    long flushIntervalMs,
    long barrierSlackMs,
    DateSeparator dateSeparator,
    ZoneId zone,
    long stuckDdlMs,
    String label)
    implements Serializable {
  /**
   * A batch is closed at this fraction of the flush interval, which bounds the error of its age.
   */
  private static final int AGE_STEPS = 8;

  /**
   * Half of the shorter interval, in ms: files are sealed at the barrier that is nearest to the
   * time at which they are due. What is sealed at a barrier is readable a checkpoint earlier than
   * what is sealed after it, and isn't written twice, to the state and to its file; and no file has
   * less than half of what the flush interval would give it.
   */
  public static long barrierSlackMs(long checkpointIntervalMs, long flushIntervalMs) {
    return Math.min(checkpointIntervalMs, flushIntervalMs) / 2;
  }

  /** What names the files of a source partition's rows, or of all where it is empty. */
  String series(String partition) {
    return label.isEmpty() || partition.isEmpty() ? label + partition : label + "." + partition;
  }

  long batchAgeMs() {
    return Math.max(1, flushIntervalMs / AGE_STEPS);
  }
}
