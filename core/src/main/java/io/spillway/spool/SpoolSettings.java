package io.spillway.spool;

import io.spillway.layout.DateSeparator;
import java.io.Serializable;
import java.time.ZoneId;

/**
 * How a spool holds and seals.
 *
 * @param memory bytes on the heap above which batches go to state; per subtask
 * @param quotaBytes hard limit of memory and state together; per subtask
 * @param highBytes level at which the spool begins to seal for lack of room
 * @param lowBytes level at which it stops to
 * @param files when files are due
 * @param checkpointIntervalMs from barrier to barrier; 0 if files needn't keep step with them
 * @param dateSeparator granularity of date directories
 * @param zone of those dates
 * @param stuckDdlMs wait of a DDL after which the spool says for what it waits
 * @param label begins the name of every file series; empty for the plain names
 * @param again whether a start without state delivers again what stands in the bucket
 */
public record SpoolSettings(
    SpoolMemory memory,
    long quotaBytes,
    long highBytes,
    long lowBytes,
    FileTargets files,
    long checkpointIntervalMs,
    DateSeparator dateSeparator,
    ZoneId zone,
    long stuckDdlMs,
    String label,
    boolean again)
    implements Serializable {
  /** In this process: with as much memory as is given, or as the process has for it. */
  public SpoolSettings in(long heapBytes, int slots) {
    return new SpoolSettings(
        new SpoolMemory.Fixed(memory.bytes(heapBytes, slots, quotaBytes)),
        quotaBytes,
        highBytes,
        lowBytes,
        files,
        checkpointIntervalMs,
        dateSeparator,
        zone,
        stuckDdlMs,
        label,
        again);
  }

  /** Known once one knows the process, see {@link #in}. */
  long memoryBytes() {
    if (memory instanceof SpoolMemory.Fixed fixed) {
      return fixed.bytes();
    }
    throw new IllegalStateException("the memory of the process isn't known yet");
  }

  /**
   * Half of the shorter interval, in ms: files are sealed at the barrier that is nearest to the
   * time at which they are due, see {@link BarrierRhythm}. Tables with an interval of their own
   * keep step with the others: a file that is sealed before its barrier is not readable earlier.
   */
  long barrierSlackMs() {
    return Math.min(checkpointIntervalMs, files.everywhere().intervalMs()) / 2;
  }

  /** What names the files of a source partition's rows, or of all where it is empty. */
  String series(String partition) {
    return label.isEmpty() || partition.isEmpty() ? label + partition : label + "." + partition;
  }
}
