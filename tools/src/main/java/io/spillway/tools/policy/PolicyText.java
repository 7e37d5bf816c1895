package io.spillway.tools.policy;

import io.spillway.policy.Backoff;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyKey;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.Retry;
import io.spillway.policy.Ruling;
import io.spillway.policy.Vocabulary;
import io.spillway.tools.cursor.CursorTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.util.TimeUtils;

/** A matrix in words. */
public final class PolicyText {
  private PolicyText() {}

  /** A row for each key that is decided. */
  public static CursorTable table(PolicyMatrix matrix) {
    CursorTable table =
        new CursorTable(
            "DOMAIN",
            "TYPE",
            "PHASE",
            "KIND",
            "RETRY",
            "BACKOFF",
            "ATTEMPTS",
            "DEAD-LETTER",
            "END",
            "ALERT",
            "LEVEL",
            "OVERRIDE");
    for (Ruling ruling : matrix.rulings()) {
      PolicyKey key = ruling.key();
      Policy policy = ruling.policy();
      boolean retries = policy.attempts().retry() != Retry.NO;
      table.add(
          key.domain(),
          key.type(),
          key.phase().word(),
          key.kind(),
          policy.attempts().retry().word(),
          backoff(policy.attempts().backoff()),
          retries ? attempts(policy) : "1",
          policy.deadLetter().word(),
          endless(policy) ? "-" : end(policy),
          policy.alert().word(),
          ruling.level().word(),
          ruling.override() == null ? "-" : ruling.override().origin());
    }
    return table;
  }

  /**
   * One key: the verdict, what decided it, and what an override did to it.
   *
   * @param base the matrix without overrides
   */
  public static List<String> lines(PolicyMatrix matrix, PolicyMatrix base, PolicyKey key) {
    List<String> lines = new ArrayList<>();
    lines.add(key.toString());
    Vocabulary.Event event = matrix.vocabulary().event(key.domain(), key.type());
    Ruling ruling = matrix.resolve(key);
    if (!event.decides(key.phase())) {
      lines.add(
          "  verdict:    none: "
              + (key.phase().decides()
                  ? "this event is never tried again"
                  : "in this phase it is counted only"));
      lines.add("  row:        " + ruling.row().selector());
      return lines;
    }
    lines.add("  verdict:    " + verdict(ruling.policy()));
    ruling
        .policy()
        .attempts()
        .when()
        .forEach((fact, action) -> lines.add("    " + fact.word() + ": " + action.word()));
    lines.add("  alert:      " + ruling.policy().alert().word());
    lines.add("  decided by: %s (level %s)".formatted(decidedBy(ruling), ruling.level().word()));
    lines.add("  override:   " + override(ruling, base.resolve(key).policy()));
    return lines;
  }

  private static String decidedBy(Ruling ruling) {
    return (ruling.override() == null ? ruling.row().selector() : ruling.override().selector())
        .toString();
  }

  private static String override(Ruling ruling, Policy base) {
    if (ruling.override() == null) {
      return "none";
    }
    Policy policy = ruling.policy();
    Map<String, String[]> parts = new LinkedHashMap<>();
    parts.put("retry", pair(base.attempts().retry().word(), policy.attempts().retry().word()));
    parts.put(
        "backoff", pair(backoff(base.attempts().backoff()), backoff(policy.attempts().backoff())));
    parts.put("attempts", pair(attempts(base), attempts(policy)));
    parts.put("when", pair(when(base), when(policy)));
    parts.put("dead-letter", pair(base.deadLetter().word(), policy.deadLetter().word()));
    parts.put("end", pair(end(base), end(policy)));
    parts.put("alert", pair(base.alert().word(), policy.alert().word()));
    String changes =
        parts.entrySet().stream()
            .filter(part -> !part.getValue()[0].equals(part.getValue()[1]))
            .map(p -> p.getKey() + " " + p.getValue()[0] + " -> " + p.getValue()[1])
            .collect(Collectors.joining(", "));
    return ruling.override().origin()
        + " on the row "
        + ruling.row().selector()
        + ": "
        + (changes.isEmpty() ? "the same as before" : changes);
  }

  private static String[] pair(String before, String after) {
    return new String[] {before, after};
  }

  private static String verdict(Policy policy) {
    if (policy.attempts().retry() == Retry.NO) {
      return end(policy);
    }
    String retry =
        (policy.attempts().retry() == Retry.YES ? "retry, " : "depends on what is known, retry ")
            + "backoff "
            + backoff(policy.attempts().backoff());
    return endless(policy)
        ? retry + ", without end"
        : retry + ", " + attempts(policy) + " attempts, then " + end(policy);
  }

  private static boolean endless(Policy policy) {
    return policy.attempts().retry() == Retry.YES && policy.attempts().most() == Policy.UNLIMITED;
  }

  private static String end(Policy policy) {
    return policy.end().word();
  }

  private static String attempts(Policy policy) {
    int most = policy.attempts().most();
    return most == Policy.UNLIMITED ? "unlimited" : Integer.toString(most);
  }

  private static String when(Policy policy) {
    return policy.attempts().when().entrySet().stream()
        .map(entry -> entry.getKey().word() + ": " + entry.getValue().word())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String backoff(Backoff backoff) {
    return backoff.shape() == Backoff.Shape.NONE
        ? "none"
        : "%s %s..%s"
            .formatted(backoff.shape().word(), time(backoff.firstMs()), time(backoff.maxMs()));
  }

  private static String time(long ms) {
    return TimeUtils.formatWithHighestUnit(Duration.ofMillis(ms));
  }
}
