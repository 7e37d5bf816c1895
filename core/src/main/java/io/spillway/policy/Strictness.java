package io.spillway.policy;

import java.util.Optional;

/**
 * Whether one policy is at least as strict as another: it is told at least as loudly, no wait is
 * shorter, and what was dead-lettered, recorded or stopped is never tried again. The only way out
 * of a retry leads to the dead letters, or to the stop that was its end anyway. Pure.
 */
final class Strictness {
  private Strictness() {}

  /** What is laxer in the second one, or empty where nothing is. */
  static Optional<String> laxer(Policy base, Policy over) {
    if (over.alert().compareTo(base.alert()) < 0) {
      return Optional.of(
          "lowers the alert from " + base.alert().word() + " to " + over.alert().word());
    }
    boolean stillTries = false;
    for (FailureTrait fact : FailureTrait.values()) {
      stillTries |= over.decide(1, fact) == Action.RETRY && base.decide(1, fact) == Action.RETRY;
      Optional<String> changed = changed(base, over, fact);
      if (changed.isPresent()) {
        return changed;
      }
    }
    if (stillTries && !over.attempts().backoff().atLeast(base.attempts().backoff())) {
      return Optional.of("makes the backoff shorter");
    }
    return Optional.empty();
  }

  /** Actions change only where attempts end, so those numbers of failures are looked at. */
  private static Optional<String> changed(Policy base, Policy over, FailureTrait fact) {
    int[] failures = {
      1,
      before(base),
      base.attempts().most(),
      before(over),
      over.attempts().most(),
      Policy.UNLIMITED
    };
    for (int count : failures) {
      Action was = base.decide(count, fact);
      Action is = over.decide(count, fact);
      if (!allowed(was, is, base)) {
        String when = base.attempts().retry() == Retry.CONDITIONAL ? " of " + fact.word() : "";
        return Optional.of(
            "turns the %s of failure %s%s into %s"
                .formatted(
                    was.word(),
                    count == Policy.UNLIMITED ? "any number" : Integer.toString(count),
                    when,
                    is.word()));
      }
    }
    return Optional.empty();
  }

  private static int before(Policy policy) {
    return Math.max(1, policy.attempts().most() - 1);
  }

  private static boolean allowed(Action was, Action is, Policy base) {
    if (was == is) {
      return true;
    }
    return switch (was) {
      case RETRY -> is == Action.DEAD_LETTER || (is == Action.STOP && base.end() == Action.STOP);
      case RECORD -> is == Action.DEAD_LETTER || is == Action.STOP;
      case DEAD_LETTER, STOP -> false;
    };
  }
}
