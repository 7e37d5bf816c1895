package io.spillway.spool;

/**
 * When barriers come: files that are due about the time of one are sealed at it. Not before, as
 * rows that came between would be in the state at the barrier, and be written twice; and not after
 * it, as they would be readable a checkpoint later. A barrier that is late is waited for, however
 * long it takes: a file becomes readable with it whenever it was sealed, and a commit that takes
 * long, which is why barriers are late, would only get more and smaller files. Time is an argument
 * (ms since 1970).
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

  /** Whether the next barrier is so near, or overdue, that files wait for it. */
  boolean isNear(long timeMs) {
    return timeMs >= nextMs - slackMs;
  }

  /**
   * When a file that is due at {@code dueMs} is sealed; {@link Long#MAX_VALUE} for at a barrier.
   */
  long sealMs(long dueMs) {
    return isNear(dueMs) ? Long.MAX_VALUE : dueMs;
  }
}
