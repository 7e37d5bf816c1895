package io.spillway.policy;

import java.util.Map;
import java.util.Optional;

/**
 * A change to what some failures mean. What it doesn't name stays.
 *
 * @param origin where it stands, for a person: {@code policy.yaml:7}
 * @param line of that file, from 1
 */
public record PolicyOverride(Selector selector, Change change, String origin, int line) {

  /** The parts of a policy that change; {@code when} is taken as a whole. */
  public record Change(
      Optional<Retry> retry,
      Optional<Backoff> backoff,
      Optional<Integer> attempts,
      Optional<Map<FailureTrait, Action>> when,
      Ending ending) {

    /**
     * @throws IllegalArgumentException where the outcome would contradict itself
     */
    public Policy applyTo(Policy base) {
      Policy.Attempts old = base.attempts();
      Retry newRetry = retry.orElse(old.retry());
      DeadLettering newLetters = ending.deadLetter().orElse(base.deadLetter());
      Map<FailureTrait, Action> facts = newRetry == Retry.CONDITIONAL ? old.when() : Map.of();
      return new Policy(
          new Policy.Attempts(
              newRetry,
              backoff.orElse(newRetry == Retry.NO ? Backoff.NONE : old.backoff()),
              attempts.orElse(old.most()),
              when.orElse(facts)),
          newLetters,
          ending.stops().orElse(base.stops() && newLetters == DeadLettering.NEVER),
          ending.alert().orElse(base.alert()));
    }
  }

  /** How it ends and how it is told. */
  public record Ending(
      Optional<DeadLettering> deadLetter, Optional<Boolean> stops, Optional<Alert> alert) {}
}
