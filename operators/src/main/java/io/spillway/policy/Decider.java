package io.spillway.policy;

import org.apache.flink.metrics.Counter;

/**
 * The entry point for one kind of failure at one place: looked up and registered when the operator
 * opens, so that a failure costs a comparison and a counter. Not thread-safe but for its counters,
 * as those of Flink's.
 */
public final class Decider {
  private final Ruling failed;
  private final Ruling retry;
  private final Counter[] whenFailed;
  private final Counter[] whenRetried;
  private final Counter alerts;

  Decider(
      Ruling failed, Ruling retry, Counter[] whenFailed, Counter[] whenRetried, Counter alerts) {
    this.failed = failed;
    this.retry = retry;
    this.whenFailed = whenFailed;
    this.whenRetried = whenRetried;
    this.alerts = alerts;
  }

  /** As {@link #decide(int, Fact)} where nothing more is known. */
  public Action decide(int failures) {
    return decide(failures, Fact.OTHER);
  }

  /**
   * What is to be done, counted.
   *
   * @param failures so far, this one too: 1 or more
   */
  public Action decide(int failures, Fact fact) {
    Action action = ruling(failures).policy().decide(failures, fact);
    Counter counter = (failures > 1 ? whenRetried : whenFailed)[action.ordinal()];
    counter.inc();
    alerts.inc();
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
    return failures > 1 ? retry : failed;
  }
}
