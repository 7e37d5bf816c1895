package io.spillway.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Overrides on a matrix. For each key the most specific override counts, and only where it is at
 * least as specific as the row that decides the key. Every one must be stricter for every key.
 */
public final class PolicyOverrides {
  private final PolicyMatrix base;
  private final Map<Selector, PolicyOverride> bySelector = new HashMap<>();
  private final Map<PolicyKey, Ruling> changed = new LinkedHashMap<>();
  private final Set<PolicyOverride> used = new LinkedHashSet<>();
  private final Map<PolicyOverride, String> refused = new LinkedHashMap<>();

  private PolicyOverrides(PolicyMatrix base) {
    this.base = base;
  }

  /** What is wrong with an override. */
  public record Fault(PolicyOverride override, String message) {
    /** As {@code storage commit * timeout: lowers the alert from error to info}. */
    @Override
    public String toString() {
      return override.selector() + ": " + message;
    }
  }

  /**
   * @param matrix as before, where there are faults
   * @param faults all of them, in the order of the overrides
   */
  public record Outcome(PolicyMatrix matrix, List<Fault> faults) {}

  /** Applies all that may be applied, or none where one may not. */
  public static Outcome apply(PolicyMatrix base, List<PolicyOverride> overrides) {
    return new PolicyOverrides(base).apply(overrides);
  }

  private Outcome apply(List<PolicyOverride> overrides) {
    for (PolicyOverride override : overrides) {
      if (!base.vocabulary().knows(override.selector())) {
        refused.put(override, "there is no such failure; spillway explain shows all");
      } else if (phaseIsMissing(override.selector())) {
        refused.put(override, "nothing is decided in this phase");
      } else if (bySelector.putIfAbsent(override.selector(), override) != null) {
        refused.put(override, "is overridden twice");
      }
    }
    base.rulings().forEach(this::override);
    for (PolicyOverride override : bySelector.values()) {
      if (!used.contains(override)) {
        refused.putIfAbsent(override, "changes nothing: each key of it has a more specific row");
      }
    }
    List<Fault> faults = new ArrayList<>();
    for (PolicyOverride override : overrides) {
      if (refused.containsKey(override)) {
        faults.add(new Fault(override, refused.remove(override)));
      }
    }
    return new Outcome(faults.isEmpty() ? base.with(changed) : base, faults);
  }

  private boolean phaseIsMissing(Selector selector) {
    return selector.level() == Level.EXACT
        && base.vocabulary().keys().stream().map(Selector::exact).noneMatch(selector::equals);
  }

  private void override(Ruling ruling) {
    PolicyOverride override = mostSpecific(ruling);
    if (override == null) {
      return;
    }
    used.add(override);
    Optional<String> fault;
    try {
      Policy policy = override.change().applyTo(ruling.policy());
      fault = lettersWithoutRecord(ruling.key(), policy);
      fault = fault.isPresent() ? fault : Strictness.laxer(ruling.policy(), policy);
      changed.put(
          ruling.key(),
          new Ruling(
              ruling.key(),
              policy,
              ruling.row(),
              new Ruling.Overridden(override.selector(), override.origin())));
    } catch (IllegalArgumentException e) {
      fault = Optional.of(e.getMessage());
    }
    fault.ifPresent(why -> refused.putIfAbsent(override, why + " (for " + ruling.key() + ")"));
  }

  private PolicyOverride mostSpecific(Ruling ruling) {
    for (Level level : Level.values()) {
      PolicyOverride override = bySelector.get(Selector.of(ruling.key(), level));
      if (override != null) {
        return override;
      }
      if (level == ruling.row().selector().level()) {
        return null;
      }
    }
    return null;
  }

  private Optional<String> lettersWithoutRecord(PolicyKey key, Policy policy) {
    boolean letters = base.vocabulary().event(key.domain(), key.type()).letters();
    return !letters && PolicyMatrix.leadsToLetters(policy)
        ? Optional.of("there is no record that could go to the dead letters")
        : Optional.empty();
  }
}
