package io.spillway.search.bulk;

import java.util.HashMap;
import java.util.Map;

/**
 * Stops the dead-lettering of a class of failures when it would empty the stream into the dead
 * letters: a cluster at its shard limit refuses every document with a 400, and none of them is
 * poison. The documents of such a class are kept until a minute has passed without such a failure
 * and others were stored, or until its share of a minute is small. Not thread-safe.
 */
public final class DeadLetterBreaker {
  private static final long MINUTE_MS = 60_000;
  private final double maxRate;
  private final int minimum;
  private final SlidingWindow<long[]> finished;
  private final Map<String, Failures> classes = new HashMap<>();
  private long lastStoredMs = Long.MIN_VALUE;

  /**
   * @param maxRate largest share of a minute's documents that may die of one class, 0..1
   * @param minimum a minute with fewer of them is no flood
   */
  public DeadLetterBreaker(double maxRate, int minimum, long nowMs) {
    if (!(maxRate > 0 && maxRate <= 1) || minimum < 1) {
      throw new IllegalArgumentException(
          "needed: 0 < rate <= 1 and minimum >= 1: " + maxRate + ", " + minimum);
    }
    this.maxRate = maxRate;
    this.minimum = minimum;
    this.finished = counter(nowMs);
  }

  /** Documents that were stored. */
  public void stored(int documents, long nowMs) {
    finished.at(nowMs)[0] += documents;
    lastStoredMs = nowMs;
  }

  /**
   * One permanent failure.
   *
   * @return true if it may go to the dead letters, false if it must be kept
   */
  public boolean admit(String failureClass, long nowMs) {
    Failures failures = classes.computeIfAbsent(failureClass, c -> new Failures(counter(nowMs)));
    failures.tripped &= !isOver(failures, nowMs);
    failures.window.at(nowMs)[0]++;
    failures.lastFailedMs = nowMs;
    long failed = sum(failures.window, nowMs);
    long total = failed + sum(finished, nowMs);
    if (failures.tripped) {
      // half, not the limit itself: a share near the limit must not flap
      failures.tripped = failed > total * maxRate / 2;
    } else {
      failures.tripped = failed >= minimum && failed > total * maxRate;
    }
    return !failures.tripped;
  }

  /** Silence isn't proof: only documents that were stored end it. */
  private boolean isOver(Failures failures, long nowMs) {
    return lastStoredMs > failures.lastFailedMs && nowMs - failures.lastFailedMs >= MINUTE_MS;
  }

  private static long sum(SlidingWindow<long[]> window, long nowMs) {
    long[] total = new long[1];
    window.forEach(nowMs, bucket -> total[0] += bucket[0]);
    return total[0];
  }

  private static SlidingWindow<long[]> counter(long nowMs) {
    return new SlidingWindow<>(MINUTE_MS, nowMs, () -> new long[1], bucket -> bucket[0] = 0);
  }

  private static final class Failures {
    final SlidingWindow<long[]> window;
    long lastFailedMs;
    boolean tripped;

    Failures(SlidingWindow<long[]> window) {
      this.window = window;
    }
  }
}
