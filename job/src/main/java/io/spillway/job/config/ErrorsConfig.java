package io.spillway.job.config;

/**
 * Section {@code errors}.
 *
 * @param policy YAML of overrides of the built-in matrix; empty for none
 * @param maxDeadLetterRate share of a minute's records in (0, 1] above which the job protects
 *     itself instead of going on
 */
public record ErrorsConfig(String policy, Location deadLetters, double maxDeadLetterRate) {}
