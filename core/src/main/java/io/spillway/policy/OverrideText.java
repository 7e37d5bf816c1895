package io.spillway.policy;

import io.spillway.policy.PolicyOverride.Change;
import io.spillway.policy.PolicyOverride.Ending;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * An override as one line of text, in which it travels with settings and lies in state: domain,
 * type, phase, kind, retry, backoff (shape:first:max:jitter), attempts, when (fact=action,..), dead
 * letter, whether it stops, alert, origin and line, with tabs between them. What isn't named is
 * {@code -}; words are the names of the constants.
 */
public final class OverrideText {
  private static final String NONE = "-";
  private static final String TAB = "\t";
  private static final int FIELDS = 13;

  private OverrideText() {}

  public static String write(PolicyOverride override) {
    Selector selector = override.selector();
    Change change = override.change();
    return String.join(
        TAB,
        selector.domain(),
        selector.type(),
        selector.phase(),
        selector.kind(),
        text(change.retry(), Enum::name),
        text(change.backoff(), OverrideText::backoff),
        text(change.attempts(), count -> Integer.toString(count)),
        text(change.when(), OverrideText::conditions),
        text(change.ending().deadLetter(), Enum::name),
        text(change.ending().stops(), stops -> Boolean.toString(stops)),
        text(change.ending().alert(), Enum::name),
        override.origin(),
        Integer.toString(override.line()));
  }

  /**
   * @throws IllegalArgumentException for a line that {@link #write} of this release doesn't write
   */
  public static PolicyOverride read(String line) {
    String[] fields = line.split(TAB, -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not an override: " + line);
    }
    return new PolicyOverride(
        new Selector(fields[0], fields[1], fields[2], fields[3]),
        new Change(
            value(fields[4], Retry::valueOf),
            value(fields[5], OverrideText::readBackoff),
            value(fields[6], Integer::valueOf),
            value(fields[7], OverrideText::readConditions),
            new Ending(
                value(fields[8], DeadLettering::valueOf),
                value(fields[9], Boolean::valueOf),
                value(fields[10], Alert::valueOf))),
        fields[11],
        Integer.parseInt(fields[12]));
  }

  private static <T> String text(Optional<T> value, Function<T, String> writer) {
    return value.map(writer).orElse(NONE);
  }

  private static <T> Optional<T> value(String text, Function<String, T> reader) {
    return text.equals(NONE) ? Optional.empty() : Optional.of(reader.apply(text));
  }

  private static String backoff(Backoff backoff) {
    return backoff.shape().name()
        + ":"
        + backoff.firstMs()
        + ":"
        + backoff.maxMs()
        + ":"
        + backoff.jitter();
  }

  private static Backoff readBackoff(String text) {
    String[] parts = text.split(":", -1);
    return new Backoff(
        Backoff.Shape.valueOf(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Double.parseDouble(parts[3]));
  }

  private static String conditions(Map<Fact, Action> when) {
    StringJoiner joined = new StringJoiner(",");
    when.forEach((fact, action) -> joined.add(fact.name() + "=" + action.name()));
    return joined.toString();
  }

  private static Map<Fact, Action> readConditions(String text) {
    Map<Fact, Action> when = new EnumMap<>(Fact.class);
    for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      when.put(Fact.valueOf(pair.substring(0, equals)), Action.valueOf(pair.substring(equals + 1)));
    }
    return when;
  }
}
