package io.spillway.job.config;

import io.spillway.policy.Action;
import io.spillway.policy.Alert;
import io.spillway.policy.Backoff;
import io.spillway.policy.Backoff.Shape;
import io.spillway.policy.DeadLettering;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.Phase;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyOverride.Change;
import io.spillway.policy.PolicyOverride.Ending;
import io.spillway.policy.Retry;
import io.spillway.policy.Selector;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads one row of a matrix: {@code domain, type, phase, kind} say what it is about (phase and kind
 * may be lists), the other keys what that means.
 */
final class PolicyRowReader {
  private static final int MOST_ATTEMPTS = 1_000_000;

  private PolicyRowReader() {}

  private enum Ended {
    RECORD,
    STOP
  }

  /** What the row is about; empty after a fault. */
  static List<Selector> selectors(Section row) {
    String domain = row.value("domain").text("");
    String type = row.value("type").text("");
    List<String> phases = new ArrayList<>();
    for (String phase : row.words("phase")) {
      phases.add(phase(row, phase));
    }
    List<String> kinds = row.words("kind");
    List<Selector> selectors = new ArrayList<>();
    try {
      for (String kind : kinds.isEmpty() ? List.of("") : kinds) {
        for (String phase : phases.isEmpty() ? List.of("") : phases) {
          selectors.add(new Selector(domain, type, phase, kind));
        }
      }
    } catch (IllegalArgumentException e) {
      row.fault("kind", "with the row's other keys is no selector: " + e.getMessage());
      return List.of();
    }
    return selectors;
  }

  private static String phase(Section row, String text) {
    for (Phase phase : Phase.values()) {
      if (phase.word().equals(text.toLowerCase(Locale.ROOT))) {
        return phase.word();
      }
    }
    row.fault("phase", "is not one of started, completed, failed, retry");
    return "";
  }

  static Change change(Section row) {
    return new Change(
        given(row, "retry", Retry.YES),
        backoff(row),
        attempts(row),
        conditions(row),
        new Ending(
            given(row, "dead-letter", DeadLettering.NEVER),
            given(row, "end", Ended.STOP).map(end -> end == Ended.STOP),
            given(row, "alert", Alert.INFO)));
  }

  private static <E extends Enum<E>> Optional<E> given(Section row, String key, E any) {
    Value value = row.value(key);
    return value.isPresent() ? Optional.of(value.choice(any)) : Optional.empty();
  }

  private static Optional<Integer> attempts(Section row) {
    Value value = row.value("attempts");
    if (!value.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        value.text("").equals("unlimited") ? Policy.UNLIMITED : value.integer(1, 1, MOST_ATTEMPTS));
  }

  private static Optional<Map<FailureTrait, Action>> conditions(Section row) {
    if (!row.has("when")) {
      row.ignore(List.of("when"));
      return Optional.empty();
    }
    Map<FailureTrait, Action> when = new EnumMap<>(FailureTrait.class);
    try (Section section = row.section("when")) {
      for (FailureTrait fact : FailureTrait.values()) {
        given(section, fact.word(), Action.RETRY).ifPresent(action -> when.put(fact, action));
      }
    }
    return Optional.of(when);
  }

  private static Optional<Backoff> backoff(Section row) {
    if (!row.isMapping("backoff")) {
      Value value = row.value("backoff");
      if (value.isPresent() && !value.text("").equals("none")) {
        value.fault("is not none, {linear: 1 s, max: 10 s} or {exponential: 500 ms, max: 30 s}");
      }
      return value.isPresent() ? Optional.of(Backoff.NONE) : Optional.empty();
    }
    try (Section section = row.section("backoff")) {
      boolean linear = section.has("linear");
      if (linear == section.has("exponential")) {
        section.fault("linear", "or exponential is required, and one of them only");
      }
      long linearMs = section.value("linear").duration("1 s", "1 ms", "1 d").toMillis();
      long exponentialMs = section.value("exponential").duration("1 s", "1 ms", "1 d").toMillis();
      long first = linear ? linearMs : exponentialMs;
      long max = section.value("max").duration(first + " ms", "1 ms", "1 d").toMillis();
      double jitter =
          section.value("jitter").text("").equals("0")
              ? 0
              : section.value("jitter").share(Backoff.HALF);
      if (max < first) {
        section.fault("max", "must be at least the first wait");
        return Optional.of(Backoff.NONE);
      }
      return Optional.of(
          new Backoff(linear ? Shape.LINEAR : Shape.EXPONENTIAL, first, max, jitter));
    }
  }

  /** The row as a whole policy: what it doesn't name is as in {@code base}. */
  static Optional<Policy> policy(Section row, Policy base) {
    Change change = change(row);
    try {
      return Optional.of(change.applyTo(base));
    } catch (IllegalArgumentException e) {
      row.fault("retry", "contradicts the rest of the row: " + e.getMessage());
      return Optional.empty();
    }
  }
}
