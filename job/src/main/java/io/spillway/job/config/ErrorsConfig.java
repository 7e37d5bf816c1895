package io.spillway.job.config;

import java.net.URI;
import java.util.Optional;

/**
 * Section {@code errors}.
 *
 * @param policy YAML of overrides of the built-in matrix; empty for none
 * @param overflow present exactly where the dead letters go to a topic
 * @param maxDeadLetterRate share of a minute's records in (0, 1] above which the job protects
 *     itself instead of going on
 */
public record ErrorsConfig(
    String policy, Location deadLetters, Optional<Overflow> overflow, double maxDeadLetterRate) {

  /**
   * What becomes of a letter that is too large for its topic.
   *
   * @param maxBytes size of a record in bytes above which its letter goes to a file
   * @param folder where those files are
   */
  public record Overflow(long maxBytes, URI folder) {}
}
