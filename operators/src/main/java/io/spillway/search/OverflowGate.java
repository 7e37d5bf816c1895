package io.spillway.search;

/**
 * When a row may come in although the buffer is full. A barrier stands behind the rows that are on
 * the network already, so a writer that took none of them would hold up every checkpoint for as
 * long as the engine is away. So once the next barrier is due, rows may come in until it is there:
 * about what the network holds, each time. Twice the buffer is the end. Pure; not thread-safe.
 */
final class OverflowGate {
  private static final long FIRST_INTERVAL_MS = 10_000;
  private static final long SHORTEST_INTERVAL_MS = 100;
  private final long softBytes;
  private long lastBarrierMs;
  private long lastGapMs = FIRST_INTERVAL_MS;
  private long intervalMs = FIRST_INTERVAL_MS;

  /**
   * @param softBytes the buffer's size
   */
  OverflowGate(long softBytes, long nowMs) {
    this.softBytes = softBytes;
    this.lastBarrierMs = nowMs;
  }

  /** A barrier has come. */
  void barrier(long nowMs) {
    long gap = Math.max(SHORTEST_INTERVAL_MS, nowMs - lastBarrierMs);
    // one that was late says nothing about when the next is due
    intervalMs = Math.min(lastGapMs, gap);
    lastGapMs = gap;
    lastBarrierMs = nowMs;
  }

  /**
   * @param bytes in the buffer
   */
  boolean admits(long bytes, long nowMs) {
    return bytes < softBytes || (bytes < 2 * softBytes && nowMs - lastBarrierMs >= intervalMs);
  }
}
