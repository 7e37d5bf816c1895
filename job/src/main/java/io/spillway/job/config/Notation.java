package io.spillway.job.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.TimeUtils;

/**
 * A quantity in Flink's notation: a whole number and its unit. Flink also takes bare numbers; they
 * are refused here, because nobody can tell a bare 5 from 5 ms.
 */
final class Notation<T extends Comparable<T>> {
  static final Notation<Long> SIZE = new Notation<>("a size", "\"64 mb\"", Notation::bytes);
  static final Notation<Duration> DURATION =
      new Notation<>("a duration", "\"5 s\"", TimeUtils::parseDuration);

  /** Units of 1024 that are written {@code KiB} to {@code TiB}, as Kubernetes and others do. */
  private static final Pattern BINARY_UNIT = Pattern.compile("(?i)(\\d\\s*[kmgt])ib");

  private final String name;
  private final String example;
  private final Function<String, T> parser;

  private Notation(String name, String example, Function<String, T> parser) {
    this.name = name;
    this.example = example;
    this.parser = parser;
  }

  private static long bytes(String text) {
    return MemorySize.parse(BINARY_UNIT.matcher(text).replaceFirst("$1b")).getBytes();
  }

  T read(Value value, String orElse, String least, String most) {
    if (!value.isPresent()) {
      return parser.apply(orElse);
    }
    Optional<T> read = parse(value.text(""));
    String range = most.isEmpty() ? "at least " + least : least + " to " + most;
    if (read.isEmpty()) {
      value.fault("is not " + name + " (as " + example + ", " + range + ")");
    } else if (!within(read.get(), least, most)) {
      value.fault("is out of range (" + range + ")");
    } else {
      return read.get();
    }
    return parser.apply(orElse);
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
