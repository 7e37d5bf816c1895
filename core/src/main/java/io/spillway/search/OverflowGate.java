package io.spillway.search;

/**
 * When a row may come in although the buffer is full. A barrier stands behind the rows that are on
 * the network already, so a writer that took none of them would hold up every checkpoint for as
 * long as the engine is away. So once the next barrier is due, rows may come in until it is there:
 * about what the network holds, each time. They come quickly at first and ever more slowly, since a
 * barrier that is late must not cost what many would need. Twice the buffer is the end. Pure; not
 * thread-safe.
 */
final class OverflowGate {
  /** The share of the buffer that may come in for each doubling of the time since it was due. */
  private static final int STEPS = 32;

  private static final double FIRST_STEP_MS = 50;
  private final long softBytes;
  private final long intervalMs;
  private long lastBarrierMs;
  private long lastBarrierBytes;

  /**
   * @param softBytes the buffer's size
   * @param intervalMs between two barriers, as it is configured: what is seen of barriers that have
   *     been late says nothing about when the next is due
   */
  OverflowGate(long softBytes, long intervalMs, long nowMs) {
    this.softBytes = softBytes;
    this.intervalMs = intervalMs;
    this.lastBarrierMs = nowMs;
  }

  /**
   * A barrier has come.
   *
   * @param bytes in the buffer
   */
  void barrier(long bytes, long nowMs) {
    lastBarrierBytes = bytes;
    lastBarrierMs = nowMs;
  }

  /**
   * @param bytes in the buffer
   */
  boolean admits(long bytes, long nowMs) {
    if (bytes < softBytes) {
      return true;
    }
    long lateMs = nowMs - lastBarrierMs - intervalMs;
    return bytes < 2 * softBytes
        && lateMs >= 0
        && bytes < Math.max(softBytes, lastBarrierBytes) + allowance(lateMs);
  }

  private long allowance(long lateMs) {
    double steps = 1 + Math.log1p(lateMs / FIRST_STEP_MS) / Math.log(2);
    return (long) (steps * softBytes / STEPS);
  }
}
