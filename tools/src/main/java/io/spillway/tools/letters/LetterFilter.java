package io.spillway.tools.letters;

import io.spillway.policy.DeadLetter;
import java.util.Optional;
import java.util.Set;

/**
 * Which letters are meant; what is empty restricts nothing.
 *
 * @param positions as {@code orders-3@99}
 * @param table {@code schema.table}
 */
public record LetterFilter(
    Set<String> positions,
    Optional<String> stage,
    Optional<String> kind,
    Optional<String> table,
    Optional<String> topic,
    Span span) {

  /** Half open, in ms since 1970. */
  public record Span(long fromMs, long toMs) {
    public static final Span ALL = new Span(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  public static final LetterFilter ALL =
      new LetterFilter(
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Span.ALL);

  /** Whether it restricts nothing. */
  public boolean takesAll() {
    return equals(ALL);
  }

  boolean takes(DeadLetter letter) {
    long failedMs = letter.failure().lastMs();
    return (positions.isEmpty() || positions.contains(letter.position().toString()))
        && same(stage, letter.failure().stage())
        && same(kind, letter.failure().kind())
        && same(table, letter.subject().table())
        && same(topic, letter.position().partition().source())
        && failedMs >= span.fromMs()
        && failedMs < span.toMs();
  }

  private static boolean same(Optional<String> wanted, String value) {
    return wanted.isEmpty() || wanted.get().equals(value);
  }
}
