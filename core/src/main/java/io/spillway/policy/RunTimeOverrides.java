package io.spillway.policy;

import io.spillway.policy.PolicyOverrides.Fault;
import io.spillway.policy.PolicyOverrides.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Overrides that come with settings while the job runs. Settings reach the operators beside the
 * spool and the search writers, so only what those decide can be changed; and only to something
 * stricter than the pipeline has, as with any override.
 */
public final class RunTimeOverrides {
  private static final Set<EventType> REACHED =
      Set.of(
          EventType.ENCODE_DOCUMENT,
          EventType.SPOOL_ROW,
          EventType.SPOOL_DDL,
          EventType.SEARCH_REQUEST,
          EventType.SEARCH_ITEM,
          EventType.SEARCH_INDEX,
          EventType.CONTROL_READ,
          EventType.CONTROL_SETTINGS,
          EventType.LETTER_ADMISSION);

  private RunTimeOverrides() {}

  /**
   * Applies all, or none where one may not.
   *
   * @param base the pipeline's matrix with its own overrides
   */
  public static Outcome apply(PolicyMatrix base, List<PolicyOverride> overrides) {
    Outcome outcome = PolicyOverrides.apply(base, overrides);
    if (!outcome.faults().isEmpty()) {
      return outcome;
    }
    List<Fault> faults = new ArrayList<>();
    for (PolicyOverride override : overrides) {
      Set<String> missed = missed(base, outcome.matrix(), override);
      if (!missed.isEmpty()) {
        String why = "can't be changed while the job runs (errors.policy can): " + missed;
        faults.add(new Fault(override, why));
      }
    }
    return faults.isEmpty() ? outcome : new Outcome(base, faults);
  }

  /** What the override changes that settings don't reach, as {@code domain type}. */
  private static Set<String> missed(
      PolicyMatrix base, PolicyMatrix changed, PolicyOverride override) {
    Set<String> missed = new TreeSet<>();
    for (EventType type : EventType.values()) {
      if (REACHED.contains(type)) {
        continue;
      }
      for (ErrorKind kind : type.kinds()) {
        for (Phase phase : new Phase[] {Phase.FAILED, Phase.RETRY}) {
          Ruling ruling = changed.resolve(type.key(phase, kind));
          boolean isNew = !ruling.policy().equals(base.resolve(ruling.key()).policy());
          if (isNew && ruling.override() != null && is(ruling, override)) {
            missed.add(type.domain().word() + " " + type.word());
          }
        }
      }
    }
    return missed;
  }

  private static boolean is(Ruling ruling, PolicyOverride override) {
    return ruling.override().selector().equals(override.selector());
  }
}
