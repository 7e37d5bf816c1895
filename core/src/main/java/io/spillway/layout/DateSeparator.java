package io.spillway.layout;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** How finely a table version's files are parted by date. */
public enum DateSeparator {
  NONE("", ""),
  YEAR("uuuu", "\\d{4}"),
  MONTH("uuuu-MM", "\\d{4}-\\d{2}"),
  DAY("uuuu-MM-dd", "\\d{4}-\\d{2}-\\d{2}");

  private final DateTimeFormatter formatter;
  private final Pattern pattern;

  DateSeparator(String format, String regex) {
    this.formatter = DateTimeFormatter.ofPattern(format);
    this.pattern = Pattern.compile(regex);
  }

  /** Directory name for a wall clock time, as {@code 2026-01-15}; empty for {@link #NONE}. */
  public String format(long epochMillis, ZoneId zone) {
    return formatter.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
  }

  /** Whether a directory name has this form; the calendar isn't consulted. */
  boolean matches(String date) {
    return pattern.matcher(date).matches();
  }
}
