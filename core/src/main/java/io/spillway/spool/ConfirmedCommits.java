package io.spillway.spool;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What is in the bucket for certain. A checkpoint that is complete doesn't say so of its own files:
 * its commit may not even have begun, and that of the one before may not have ended.
 */
final class ConfirmedCommits {
  private final Deque<Barrier> barriers = new ArrayDeque<>();
  private long lastCompleted;
  private long checkpointId;

  /** This run continues from a checkpoint; 0 for none. */
  void startAfter(long restoredCheckpointId) {
    checkpointId = restoredCheckpointId;
    lastCompleted = restoredCheckpointId;
  }

  void completed(long completedCheckpointId) {
    checkpointId = lastCompleted;
    lastCompleted = completedCheckpointId;
  }

  /** Everything that was sealed for this checkpoint, or an earlier one, is in the bucket. */
  long checkpointId() {
    return checkpointId;
  }

  /**
   * A barrier has passed.
   *
   * @param heldBack everything up to here was sealed before it
   * @return everything up to here is in the bucket since the last barrier; {@link Long#MIN_VALUE}
   *     for nothing new
   */
  long barrier(long passedCheckpointId, long heldBack) {
    long known = Long.MIN_VALUE;
    while (!barriers.isEmpty() && barriers.peek().checkpointId <= checkpointId) {
      known = barriers.poll().heldBack;
    }
    barriers.add(new Barrier(passedCheckpointId, heldBack));
    return known;
  }

  private record Barrier(long checkpointId, long heldBack) {}
}
