package io.spillway.policy;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the {@link Decider}s of one operator, each with its counters and the one of its alert
 * level. Not thread-safe.
 */
public final class Deciders {
  private final PolicyMatrix matrix;
  private final DecisionCounts counts;
  private final Map<Alert, DecisionCounts.Count> alerts = new EnumMap<>(Alert.class);
  private final Map<EventType, Map<ErrorKind, Decider>> made = new EnumMap<>(EventType.class);
  private final Map<PolicyKey, Map<Action, DecisionCounts.Count>> decisions = new HashMap<>();

  public Deciders(PolicyMatrix matrix, DecisionCounts counts) {
    this.matrix = matrix;
    this.counts = counts;
  }

  /** Deciders that are counted nowhere. */
  public static Deciders uncounted(PolicyMatrix matrix) {
    return new Deciders(matrix, DecisionCounts.NONE);
  }

  /** The one for this kind of failure; always the same. */
  public Decider of(EventType type, ErrorKind kind) {
    if (!type.kinds().contains(kind)) {
      throw new IllegalArgumentException(type + " doesn't end in " + kind);
    }
    return made.computeIfAbsent(type, t -> new EnumMap<>(ErrorKind.class))
        .computeIfAbsent(kind, k -> new Decider(rules(type, k)));
  }

  /** One for each kind of failure that the event can end in. */
  public Map<ErrorKind, Decider> all(EventType type) {
    Map<ErrorKind, Decider> all = new EnumMap<>(ErrorKind.class);
    type.kinds().forEach(kind -> all.put(kind, of(type, kind)));
    return all;
  }

  private Decider.Rules rules(EventType type, ErrorKind kind) {
    Ruling failed = matrix.resolve(type.key(Phase.FAILED, kind));
    DecisionCounts.Count[] whenFailed = counters(failed);
    boolean retries = type.retries();
    Ruling retry = retries ? matrix.resolve(type.key(Phase.RETRY, kind)) : failed;
    Alert alert = failed.policy().alert();
    DecisionCounts.Count alerted = alerts.computeIfAbsent(alert, counts::alert);
    return new Decider.Rules(
        failed, retry, whenFailed, retries ? counters(retry) : whenFailed, alerted);
  }

  /** One for each action that this ruling can come to. */
  private DecisionCounts.Count[] counters(Ruling ruling) {
    DecisionCounts.Count[] counters = new DecisionCounts.Count[Action.values().length];
    int[] failures = {1, ruling.policy().attempts().most(), Policy.UNLIMITED};
    for (FailureTrait fact : FailureTrait.values()) {
      for (int count : failures) {
        Action action = ruling.policy().decide(count, fact);
        if (counters[action.ordinal()] == null) {
          counters[action.ordinal()] = counter(ruling.key(), action);
        }
      }
    }
    return counters;
  }

  private DecisionCounts.Count counter(PolicyKey key, Action action) {
    return decisions
        .computeIfAbsent(key, k -> new EnumMap<>(Action.class))
        .computeIfAbsent(action, a -> counts.decision(key, a));
  }
}
