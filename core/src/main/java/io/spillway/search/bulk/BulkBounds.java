package io.spillway.search.bulk;

import io.spillway.event.BulkRange;
import java.io.Serializable;

/**
 * The hard edges of the knobs and where they start.
 *
 * @param min smallest bytes, shortest interval, and concurrency 1
 * @param initial where a job starts, and what STEADY returns to
 * @param max largest bytes, longest interval, highest concurrency
 */
public record BulkBounds(BulkLimits min, BulkLimits initial, BulkLimits max)
    implements Serializable {
  private static final int KB = 1024;

  /** 64 kB to 8 MB from 512 kB, 50 ms to 5 s from 500 ms, 1 to 8 requests from 2. */
  public static final BulkBounds DEFAULT =
      new BulkBounds(
          new BulkLimits(64 * KB, 50, 1),
          new BulkLimits(512 * KB, 500, 2),
          new BulkLimits(8 * KB * KB, 5_000, 8));

  public BulkBounds {
    ascending("bytes", min.bytes(), initial.bytes(), max.bytes());
    ascending("interval", min.intervalMs(), initial.intervalMs(), max.intervalMs());
    ascending("concurrency", min.concurrency(), initial.concurrency(), max.concurrency());
    if (min.concurrency() != 1) {
      throw new IllegalArgumentException("the floor is one request: " + min.concurrency());
    }
  }

  private static void ascending(String knob, long min, long initial, long max) {
    if (min < 1 || min > initial || initial > max) {
      throw new IllegalArgumentException(
          "bulk "
              + knob
              + " must be 1 <= min <= initial <= max: "
              + min
              + ", "
              + initial
              + ", "
              + max);
    }
  }

  /**
   * The part of these that lies within a range; of a knob for which there is none, all of it. They
   * are never left.
   */
  public BulkBounds within(BulkRange range) {
    long[] bytes = cut(range.minBytes(), range.maxBytes(), min.bytes(), max.bytes());
    long[] interval =
        cut(range.minIntervalMs(), range.maxIntervalMs(), min.intervalMs(), max.intervalMs());
    int most = range.maxConcurrency() == 0 ? max.concurrency() : range.maxConcurrency();
    BulkLimits low = new BulkLimits((int) bytes[0], interval[0], 1);
    BulkLimits high =
        new BulkLimits((int) bytes[1], interval[1], Math.min(most, max.concurrency()));
    return new BulkBounds(low, clamp(initial, low, high), high);
  }

  private static long[] cut(long from, long to, long least, long most) {
    long low = Math.max(least, from);
    long high = to == 0 ? most : Math.min(most, to);
    return low <= high ? new long[] {low, high} : new long[] {least, most};
  }

  /** What of the limits these bounds allow. */
  BulkLimits clamp(BulkLimits limits) {
    return clamp(limits, min, max);
  }

  private static BulkLimits clamp(BulkLimits limits, BulkLimits low, BulkLimits high) {
    return new BulkLimits(
        Math.max(low.bytes(), Math.min(high.bytes(), limits.bytes())),
        Math.max(low.intervalMs(), Math.min(high.intervalMs(), limits.intervalMs())),
        Math.max(low.concurrency(), Math.min(high.concurrency(), limits.concurrency())));
  }

  /** One additive step of the bytes knob: half the initial size. */
  int byteStep() {
    return Math.max(1, initial.bytes() / 2);
  }
}
