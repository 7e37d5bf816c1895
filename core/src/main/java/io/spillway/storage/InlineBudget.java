package io.spillway.storage;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which files of a subtask stay with the plan: the small ones, as long as those of all checkpoints
 * that are not complete have no more than their share of memory and state together. Pure.
 */
final class InlineBudget {
  private final long fileBytes;
  private final long totalBytes;

  /** Of barriers whose checkpoint is not known to be complete, the oldest first. */
  private final Deque<AtBarrier> uncompleted = new ArrayDeque<>();

  private long sinceBarrier;
  private long beforeBarriers;

  private record AtBarrier(long checkpointId, long bytes) {}

  /**
   * @param fileBytes the largest file that stays with the plan; 0 for none
   * @param totalBytes for all subtasks together
   * @param subtasks how many share it
   */
  InlineBudget(long fileBytes, long totalBytes, int subtasks) {
    this.totalBytes = totalBytes / subtasks;
    this.fileBytes = Math.min(fileBytes, this.totalBytes);
  }

  /** The largest file that may stay with the plan; 0 for none. */
  long fileBytes() {
    return fileBytes;
  }

  /** Whether a file of this size stays with the plan; it counts from then on. */
  boolean take(long bytes) {
    if (bytes > fileBytes || bytes() + bytes > totalBytes) {
      return false;
    }
    sinceBarrier += bytes;
    return true;
  }

  /**
   * What was taken so far belongs to this checkpoint or one before it.
   *
   * @param completedId the newest checkpoint that is complete: its plans are being carried out
   */
  void barrier(long checkpointId, long completedId) {
    uncompleted.add(new AtBarrier(checkpointId, sinceBarrier));
    beforeBarriers += sinceBarrier;
    sinceBarrier = 0;
    while (!uncompleted.isEmpty() && uncompleted.peek().checkpointId() <= completedId) {
      beforeBarriers -= uncompleted.poll().bytes();
    }
  }

  /** What counts now. */
  long bytes() {
    return beforeBarriers + sinceBarrier;
  }
}
