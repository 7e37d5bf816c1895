package io.spillway.job.config;

import io.spillway.policy.PolicyOverride;
import java.util.List;

/**
 * Section {@code errors}.
 *
 * @param overrides of the built-in matrix, in the order of the file; each is known to be stricter
 * @param maxDeadLetterRate share of a minute's records in (0, 1] above which the job protects
 *     itself instead of going on
 */
public record ErrorsConfig(
    List<PolicyOverride> overrides, Location deadLetters, double maxDeadLetterRate) {
  public ErrorsConfig {
    overrides = List.copyOf(overrides);
  }
}
