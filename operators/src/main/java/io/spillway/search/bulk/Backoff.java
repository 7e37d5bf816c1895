package io.spillway.search.bulk;

import java.io.Serializable;
import java.util.random.RandomGenerator;

/**
 * Exponential with full jitter over the upper half: attempt n waits between half and all of {@code
 * first * 2^(n-1)}, never longer than {@code max}.
 *
 * @param firstMs longest wait after the first attempt
 * @param maxMs longest wait at all
 */
public record Backoff(long firstMs, long maxMs) implements Serializable {
  public static final Backoff DEFAULT = new Backoff(200, 30_000);

  public Backoff {
    if (firstMs < 1 || maxMs < firstMs) {
      throw new IllegalArgumentException("needed: 1 <= first <= max: " + firstMs + ", " + maxMs);
    }
  }

  /**
   * @param attempts how often it was sent, 1 or more
   * @return ms to wait
   */
  public long delayMs(int attempts, RandomGenerator random) {
    int doublings = Math.min(30, Math.max(0, attempts - 1));
    long ceiling = Math.min(maxMs, firstMs << doublings);
    return ceiling - random.nextLong(ceiling / 2 + 1);
  }
}
