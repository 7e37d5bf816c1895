package io.spillway.search.bulk;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The last {@code windowMs} as ten buckets of {@code B}; the oldest goes as time moves. Time never
 * runs backwards here: an earlier time counts as the latest seen.
 */
final class SlidingWindow<B> {
  private static final int BUCKETS = 10;
  private final long bucketMs;
  private final Object[] buckets = new Object[BUCKETS];
  private final Consumer<B> clear;
  private long latest;

  /**
   * @param nowMs any time up to the first use
   * @param create an empty bucket
   * @param clear empties a bucket
   */
  SlidingWindow(long windowMs, long nowMs, Supplier<B> create, Consumer<B> clear) {
    this.bucketMs = Math.max(1, windowMs / BUCKETS);
    this.clear = clear;
    this.latest = nowMs / bucketMs;
    for (int i = 0; i < BUCKETS; i++) {
      buckets[i] = create.get();
    }
  }

  /** The bucket of now. */
  B at(long nowMs) {
    long wanted = nowMs / bucketMs;
    if (wanted - latest >= BUCKETS) {
      clear();
      latest = wanted;
    }
    while (latest < wanted) {
      latest++;
      clear.accept(bucket(latest));
    }
    return bucket(latest);
  }

  /** Every bucket that is still in the window, oldest first. */
  void forEach(long nowMs, Consumer<B> action) {
    at(nowMs);
    for (long i = latest - BUCKETS + 1; i <= latest; i++) {
      action.accept(bucket(i));
    }
  }

  void clear() {
    for (long i = 0; i < BUCKETS; i++) {
      clear.accept(bucket(i));
    }
  }

  @SuppressWarnings("unchecked")
  private B bucket(long number) {
    return (B) buckets[(int) Math.floorMod(number, (long) BUCKETS)];
  }
}
