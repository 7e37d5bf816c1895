package io.spillway.spool;

/**
 * Time that never goes back, made of a wall clock's that may: a step back is left out. Where the
 * clock is set back by an hour, intervals go on from where they were instead of standing still for
 * that hour. A step forward only ends intervals early. Not thread-safe.
 */
final class SteadyClock {
  private long lastWallMs = Long.MIN_VALUE;
  private long aheadMs;

  /** The steady time, in ms, at a wall clock's reading. */
  long at(long wallMs) {
    if (wallMs < lastWallMs) {
      aheadMs += lastWallMs - wallMs;
    }
    lastWallMs = wallMs;
    return wallMs + aheadMs;
  }

  /** By how much it is ahead of the wall clock: the sum of all steps back. */
  long aheadMs() {
    return aheadMs;
  }
}
