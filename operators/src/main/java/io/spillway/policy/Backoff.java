package io.spillway.policy;

import java.io.Serializable;

/**
 * Exponential waiting times with jitter. Pure.
 *
 * @param firstMs about the first wait
 * @param maxMs the longest
 */
public record Backoff(long firstMs, long maxMs) implements Serializable {
  /**
   * The wait before another attempt.
   *
   * @param failures so far, 1 or more
   * @param random in [0, 1): half of each wait is left to chance, so that many don't come at once
   * @return ms
   */
  public long delayMs(int failures, double random) {
    long full = Math.min(maxMs, firstMs << Math.min(failures - 1, 30));
    long bounded = full <= 0 ? maxMs : full;
    return bounded / 2 + (long) (bounded / 2.0 * random);
  }
}
