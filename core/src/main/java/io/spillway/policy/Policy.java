package io.spillway.policy;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one kind of failure means.
 *
 * @param attempts whether, when and how often it is tried again
 * @param deadLetter when the record leaves the flow
 * @param stops whether the job fails over where it is neither tried again nor dead-lettered; if
 *     not, it is recorded and the flow goes on
 * @param alert how loudly it is told
 */
public record Policy(Attempts attempts, DeadLettering deadLetter, boolean stops, Alert alert)
    implements Serializable {
  /** Attempts without end. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public Policy {
    if (deadLetter == DeadLettering.ALWAYS && attempts.retry() == Retry.YES) {
      throw new IllegalArgumentException("dead-letter: always contradicts retry: yes");
    }
    if (deadLetter != DeadLettering.NEVER && stops) {
      throw new IllegalArgumentException(
          "end: stop contradicts dead-letter: " + deadLetter.word() + ", which ends it otherwise");
    }
    if (attempts.retry() == Retry.CONDITIONAL == attempts.when().isEmpty()) {
      throw new IllegalArgumentException("retry: conditional and when: need each other");
    }
  }

  /**
   * @param retry whether it is tried again
   * @param backoff the waits
   * @param most attempts in all, 1 or more; {@link #UNLIMITED} for no end
   * @param when what each fact means, for {@link Retry#CONDITIONAL}; a fact that isn't here is not
   *     tried again
   */
  public record Attempts(Retry retry, Backoff backoff, int most, Map<FailureTrait, Action> when)
      implements Serializable {
    public Attempts {
      if (most < 1) {
        throw new IllegalArgumentException("attempts must be 1 or more: " + most);
      }
      EnumMap<FailureTrait, Action> sorted = new EnumMap<>(FailureTrait.class);
      sorted.putAll(when);
      when = java.util.Collections.unmodifiableMap(sorted);
    }
  }

  /** Tried again up to so many attempts in all. */
  static Attempts retry(Backoff backoff, int most) {
    return new Attempts(Retry.YES, backoff, most, Map.of());
  }

  /** Not tried again. */
  static Attempts once() {
    return new Attempts(Retry.NO, Backoff.NONE, 1, Map.of());
  }

  /**
   * What is done.
   *
   * @param failures so far, this one too: 1 or more
   */
  public Action decide(int failures, FailureTrait fact) {
    Action wanted =
        switch (attempts.retry()) {
          case YES -> Action.RETRY;
          case NO -> end();
          case CONDITIONAL -> attempts.when().getOrDefault(fact, end());
        };
    return wanted == Action.RETRY && failures >= attempts.most() ? end() : wanted;
  }

  /** What is done where it isn't tried again. */
  public Action end() {
    if (deadLetter != DeadLettering.NEVER) {
      return Action.DEAD_LETTER;
    }
    return stops ? Action.STOP : Action.RECORD;
  }
}
