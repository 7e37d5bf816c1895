package io.spillway.storage;

import java.util.function.LongSupplier;

/**
 * How long a row of failures has lasted, from its first failure on. One thread reports, any may
 * ask.
 */
final class Outage {
  private static final long NONE = Long.MIN_VALUE;

  private final LongSupplier nowMs;
  private volatile long sinceMs = NONE;

  /**
   * @param nowMs a clock that no one sets, in ms
   */
  Outage(LongSupplier nowMs) {
    this.nowMs = nowMs;
  }

  void failed() {
    if (sinceMs == NONE) {
      sinceMs = nowMs.getAsLong();
    }
  }

  void succeeded() {
    sinceMs = NONE;
  }

  /** In ms; 0 where the last try has succeeded, or there was none. */
  long lastsMs() {
    long since = sinceMs;
    return since == NONE ? 0 : Math.max(0, nowMs.getAsLong() - since);
  }
}
