package io.spillway.job.config;

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

  /** Limits of each observation window; yellow is below red. */
  public record Guardrails(RateLimits rejectRate, LatencyLimits latencyP95, RateLimits errorRate) {}

  /** Shares in (0, 1]. */
  public record RateLimits(double yellow, double red) {}

  public record LatencyLimits(Duration yellow, Duration red) {}
}
