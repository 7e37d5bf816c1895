package io.spillway.tools;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as the command line takes them. */
final class Times {
  private static final String AGO = " ago";

  private Times() {}

  /** Makes all options that are a time or a moment read by this class. */
  static void register(CommandLine commandLine, Clock clock) {
    ITypeConverter<Duration> duration = Times::duration;
    ITypeConverter<Instant> instant = text -> instant(text, clock);
    commandLine.registerConverter(Duration.class, duration);
    commandLine.registerConverter(Instant.class, instant);
  }

  /** As {@code 24 h} or {@code 30 min}. */
  static Duration duration(String text) {
    return read(text)
        .orElseThrow(
            () -> new TypeConversionException("is not a time (as 24 h or 30 min): " + text));
  }

  /** As {@code 2026-01-31T00:00:00Z}, {@code 2026-01-31} (UTC), {@code 1 h ago} or {@code now}. */
  static Instant instant(String text, Clock clock) {
    String stripped = text.strip();
    if (stripped.equals("now")) {
      return clock.instant();
    }
    if (stripped.endsWith(AGO)) {
      return read(stripped.substring(0, stripped.length() - AGO.length()))
          .map(age -> clock.instant().minus(age))
          .orElseThrow(() -> noMoment(text));
    }
    try {
      return stripped.indexOf('T') < 0
          ? LocalDate.parse(stripped).atStartOfDay(ZoneOffset.UTC).toInstant()
          : Instant.parse(stripped);
    } catch (DateTimeException e) {
      throw noMoment(text);
    }
  }

  /** A number without a unit would be milliseconds, which nobody means; 0 needs none. */
  private static Optional<Duration> read(String text) {
    String stripped = text.strip();
    if (!stripped.equals("0") && !stripped.matches(".*[a-zA-Z]")) {
      return Optional.empty();
    }
    try {
      return Optional.of(TimeUtils.parseDuration(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static TypeConversionException noMoment(String text) {
    return new TypeConversionException(
        "is not a moment (as 2026-01-31T00:00:00Z, 2026-01-31 or 1 h ago): " + text);
  }
}
