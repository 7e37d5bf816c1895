package io.spillway.bench.paced;

import java.util.Arrays;

/** When rows became readable, against when they came. Thread-safe. */
final class Arrivals {
  private long[] latencies = new long[1 << 16];
  private int count;
  private long firstAfterMs = Long.MAX_VALUE;
  private long waitingSinceMs = Long.MAX_VALUE;

  /** Rows outside of this window do not count: start and end aren't a stream. */
  private final long fromMs;

  private final long toMs;

  Arrivals(long fromMs, long toMs) {
    this.fromMs = fromMs;
    this.toMs = toMs;
  }

  synchronized void arrived(long rowMs, long nowMs) {
    if (nowMs >= waitingSinceMs && nowMs < firstAfterMs) {
      firstAfterMs = nowMs;
    }
    if (rowMs < fromMs || rowMs > toMs) {
      return;
    }
    if (count == latencies.length) {
      latencies = Arrays.copyOf(latencies, count * 2);
    }
    latencies[count++] = nowMs - rowMs;
  }

  /** The storage is back: the next arrival ends the recovery. */
  synchronized void backAt(long ms) {
    waitingSinceMs = ms;
  }

  /** ms from then to the first arrival; -1 for none. */
  synchronized long recoveryMs() {
    return firstAfterMs == Long.MAX_VALUE ? -1 : firstAfterMs - waitingSinceMs;
  }

  /** Rows whose time counts. */
  synchronized int measured() {
    return count;
  }

  /** ms below which this share (0..1) of the rows has arrived. */
  synchronized long quantile(double share) {
    if (count == 0) {
      return -1;
    }
    long[] sorted = Arrays.copyOf(latencies, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1, Math.ceil(share * count) - 1)];
  }
}
