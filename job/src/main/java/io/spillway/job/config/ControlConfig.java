package io.spillway.job.config;

import java.time.Duration;

/**
 * Section {@code control}: settings that change while the job runs.
 *
 * @param maxStaleness age above which settings that could not be refreshed count as stale
 * @param allowRollback whether an older version may replace a newer one
 */
public record ControlConfig(
    Location source, Duration refresh, Duration maxStaleness, boolean allowRollback) {}
