package io.spillway.policy;

/**
 * The entry point for one kind of failure at one place: looked up and registered when the operator
 * opens, so that a failure costs a comparison and a counter. Not thread-safe but for its counters,
 * as those of Flink's.
 */
public final class Decider {
  private final Rules rules;

  Decider(Rules rules) {
    this.rules = rules;
  }

  /** What counts, and where it is counted. */
  record Rules(
      Ruling failed,
      Ruling retry,
      DecisionCounts.Count[] whenFailed,
      DecisionCounts.Count[] whenRetried,
      DecisionCounts.Count alerts) {}

  /** As {@link #decide(int, FailureTrait)} where nothing more is known. */
  public Action decide(int failures) {
    return decide(failures, FailureTrait.OTHER);
  }

  /**
   * What is to be done, counted.
   *
   * @param failures so far, this one too: 1 or more
   */
  public Action decide(int failures, FailureTrait fact) {
    Action action = ruling(failures).policy().decide(failures, fact);
    DecisionCounts.Count counter =
        (failures > 1 ? rules.whenRetried : rules.whenFailed)[action.ordinal()];
    counter.inc();
    rules.alerts.inc();
    return action;
  }

  /**
   * The wait before the next attempt.
   *
   * @param random in [0, 1)
   * @return ms
   */
  public long delayMs(int failures, double random) {
    return backoff(failures).delayMs(failures, random);
  }

  /** The longest that this wait may be, ms. */
  public long ceilingMs(int failures) {
    return backoff(failures).ceilingMs(failures);
  }

  /** How loudly it is told. */
  public Alert alert(int failures) {
    return ruling(failures).policy().alert();
  }

  private Backoff backoff(int failures) {
    return ruling(failures).policy().attempts().backoff();
  }

  private Ruling ruling(int failures) {
    return failures > 1 ? rules.retry : rules.failed;
  }
}
