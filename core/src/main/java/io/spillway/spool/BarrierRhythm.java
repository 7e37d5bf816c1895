package io.spillway.spool;

/**
 * When barriers come: files that are due about the time of one are sealed at it. Not before, as
 * rows that came between would be in the state at the barrier, and be written twice; and not after
 * it, as they would be readable a checkpoint later. Time is an argument (ms since 1970).
 */
final class BarrierRhythm {
  private final long intervalMs;
  private final long slackMs;
  private long nextMs = Long.MAX_VALUE;

  /**
   * @param intervalMs from barrier to barrier
   * @param slackMs what is due within this time of a barrier is sealed at it; 0 for nothing
   */
  BarrierRhythm(long intervalMs, long slackMs) {
    this.intervalMs = intervalMs;
    this.slackMs = slackMs;
  }

  /** A barrier comes; gives the time up to which due files are sealed at it. */
  long barrier(long nowMs) {
    nextMs = nowMs + intervalMs;
    return nowMs + slackMs;
  }

  /** Whether the next barrier is so near, or so little overdue, that files wait for it. */
  boolean isNear(long timeMs) {
    return timeMs >= nextMs - slackMs && timeMs < nextMs + slackMs;
  }

  /** When a file that is due at {@code dueMs} is sealed if no barrier comes. */
  long sealMs(long dueMs) {
    return isNear(dueMs) ? nextMs + slackMs : dueMs;
  }
}
