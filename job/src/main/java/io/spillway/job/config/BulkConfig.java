package io.spillway.job.config;

import io.spillway.search.bulk.BulkBounds;
import io.spillway.search.bulk.BulkLimits;
import java.time.Duration;

/**
 * Section {@code elasticsearch.bulk}: the range in which the bulk controller may move. Sizes in
 * bytes; {@code minBytes <= initialBytes <= maxBytes <= buffer}.
 *
 * @param buffer unsent and unanswered bytes above which the source waits
 * @param cooldown least time between two steps of the controller
 */
public record BulkConfig(
    long minBytes,
    long maxBytes,
    long initialBytes,
    Duration minInterval,
    Duration maxInterval,
    int maxConcurrency,
    Duration requestTimeout,
    long buffer,
    Duration cooldown,
    Guardrails guardrails) {

  /** Between the shortest and the longest interval, where a job begins. */
  private static final long INITIAL_INTERVAL_MS = 500;

  private static final int INITIAL_CONCURRENCY = 2;

  /** As the controller takes it. */
  public BulkBounds bounds() {
    long shortest = minInterval.toMillis();
    long longest = maxInterval.toMillis();
    return new BulkBounds(
        new BulkLimits((int) minBytes, shortest, 1),
        new BulkLimits(
            (int) initialBytes,
            Math.max(shortest, Math.min(longest, INITIAL_INTERVAL_MS)),
            Math.min(maxConcurrency, INITIAL_CONCURRENCY)),
        new BulkLimits((int) maxBytes, longest, maxConcurrency));
  }

  /** Limits of each observation window; yellow is below red. */
  public record Guardrails(RateLimits rejectRate, LatencyLimits latencyP95, RateLimits errorRate) {}

  /** Shares in (0, 1]. */
  public record RateLimits(double yellow, double red) {}

  public record LatencyLimits(Duration yellow, Duration red) {}
}
