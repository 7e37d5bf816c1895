package io.spillway.policy;

import java.io.Serializable;
import java.util.Locale;

/**
 * Waiting times between attempts. Pure.
 *
 * @param shape how they grow
 * @param firstMs the wait after the first failure, ms
 * @param maxMs the longest, ms
 * @param jitter share of each wait that is left to chance, 0..1, so that many don't come at once
 */
public record Backoff(Shape shape, long firstMs, long maxMs, double jitter)
    implements Serializable {
  /** Half of each wait. */
  public static final double HALF = 0.5;

  public static final Backoff NONE = new Backoff(Shape.NONE, 0, 0, 0);

  /** Doublings or steps after which every wait is at its longest, whatever it began with. */
  private static final int GROWN = 64;

  /** How waits grow with the number of failures. */
  public enum Shape {
    /** No wait. */
    NONE,
    /** By the first wait each time. */
    LINEAR,
    /** Twice as long each time. */
    EXPONENTIAL;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Backoff {
    boolean sound =
        shape == Shape.NONE ? firstMs == 0 && maxMs == 0 : firstMs >= 1 && maxMs >= firstMs;
    if (!sound || !(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException(
          "needed: 1 <= first <= max and 0 <= jitter <= 1: "
              + firstMs
              + ", "
              + maxMs
              + ", "
              + jitter);
    }
  }

  public static Backoff exponential(long firstMs, long maxMs) {
    return new Backoff(Shape.EXPONENTIAL, firstMs, maxMs, HALF);
  }

  public static Backoff linear(long firstMs, long maxMs) {
    return new Backoff(Shape.LINEAR, firstMs, maxMs, HALF);
  }

  /** The same wait each time, without chance. */
  public static Backoff constant(long ms) {
    return new Backoff(Shape.LINEAR, ms, ms, 0);
  }

  /**
   * The longest that the wait after so many failures may be.
   *
   * @param failures so far, 1 or more
   * @return ms
   */
  public long ceilingMs(int failures) {
    int steps = Math.max(1, failures);
    return switch (shape) {
      case NONE -> 0;
      case LINEAR -> firstMs > maxMs / steps ? maxMs : Math.min(maxMs, firstMs * steps);
      case EXPONENTIAL -> {
        int doublings = Math.min(steps - 1, 62);
        yield firstMs > (maxMs >> doublings) ? maxMs : firstMs << doublings;
      }
    };
  }

  /**
   * The wait before another attempt.
   *
   * @param failures so far, 1 or more
   * @param random in [0, 1)
   * @return ms
   */
  public long delayMs(int failures, double random) {
    long ceiling = ceilingMs(failures);
    return ceiling - (long) (ceiling * jitter * (1 - random));
  }

  /** Whether no wait is shorter than the other's, neither at its shortest nor at its longest. */
  public boolean atLeast(Backoff other) {
    for (int failures = 1; failures <= GROWN; failures++) {
      if (ceilingMs(failures) < other.ceilingMs(failures)
          || delayMs(failures, 0) < other.delayMs(failures, 0)) {
        return false;
      }
    }
    return maxMs >= other.maxMs && maxMs * (1 - jitter) >= other.maxMs * (1 - other.jitter);
  }
}
