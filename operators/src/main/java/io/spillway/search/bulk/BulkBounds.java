package io.spillway.search.bulk;

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

  /** One additive step of the bytes knob: half the initial size. */
  int byteStep() {
    return Math.max(1, initial.bytes() / 2);
  }
}
