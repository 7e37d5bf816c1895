package io.spillway.job.config;

import io.spillway.policy.PolicyOverride;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code errors}.
 *
 * @param overrides of the built-in matrix, in the order of the file; each is known to be stricter
 * @param overflow present exactly where the dead letters go to a topic
 * @param maxDeadLetterRate share of a minute's records in (0, 1] above which the job protects
 *     itself instead of going on
 * @param lostTransactions what is done where a topic's broker has dropped records of the job's own
 */
public record ErrorsConfig(
    List<PolicyOverride> overrides,
    Location deadLetters,
    Optional<Overflow> overflow,
    double maxDeadLetterRate,
    LostTransactions lostTransactions) {

  public ErrorsConfig {
    overrides = List.copyOf(overrides);
  }

  /** Whether the job goes on without records of its own that a broker has dropped. */
  public enum LostTransactions {
    STOP,
    GO_ON
  }

  /**
   * What becomes of a letter that is too large for its topic.
   *
   * @param maxBytes size of a record in bytes above which its letter goes to a file
   * @param folder where those files are
   */
  public record Overflow(long maxBytes, URI folder) {}
}
