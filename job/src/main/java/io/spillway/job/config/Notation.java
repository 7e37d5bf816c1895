package io.spillway.job.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.TimeUtils;

/**
 * A quantity in Flink's notation: a whole number and its unit. Flink also takes bare numbers; they
 * are refused here, because nobody can tell a bare 5 from 5 ms.
 */
final class Notation<T extends Comparable<T>> {
  static final Notation<Long> SIZE =
      new Notation<>("a size", "\"64 mb\"", text -> MemorySize.parse(text).getBytes());
  static final Notation<Duration> DURATION =
      new Notation<>("a duration", "\"5 s\"", TimeUtils::parseDuration);

  private final String name;
  private final String example;
  private final Function<String, T> parser;

  private Notation(String name, String example, Function<String, T> parser) {
    this.name = name;
    this.example = example;
    this.parser = parser;
  }

  T read(Value value, String orElse, String least, String most) {
    if (!value.isPresent()) {
      return parser.apply(orElse);
    }
    Optional<T> read = parse(value.text("")).filter(quantity -> within(quantity, least, most));
    if (read.isEmpty()) {
      String range = most.isEmpty() ? "at least " + least : least + " to " + most;
      value.fault("is not " + name + " (as " + example + ", " + range + ")");
    }
    return read.orElseGet(() -> parser.apply(orElse));
  }

  private Optional<T> parse(String text) {
    boolean hasUnit = text.chars().anyMatch(Character::isLetter);
    try {
      return hasUnit ? Optional.of(parser.apply(text)) : Optional.empty();
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private boolean within(T quantity, String least, String most) {
    return quantity.compareTo(parser.apply(least)) >= 0
        && (most.isEmpty() || quantity.compareTo(parser.apply(most)) <= 0);
  }
}
