package io.spillway.search.document;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Instants in UTC. */
final class InstantText {
  private static final int SECONDS_END = 19;

  private InstantText() {}

  /**
   * {@code 2024-07-01T10:00:00.120Z} for {@code 2024-07-01 12:00:00.120} of a zone two hours ahead;
   * the digits of the fraction stay. An hour that a zone has twice is the earlier one.
   *
   * @param text with a space at its eleventh character
   */
  static String utc(String text, ZoneId zone) {
    String iso = text.substring(0, 10) + 'T' + text.substring(11);
    int end = iso.length() > SECONDS_END ? SECONDS_END : iso.length();
    if (iso.length() < SECONDS_END || !isFraction(iso, end)) {
      // with an offset already, or no time at all
      return iso;
    }
    if (zone.equals(ZoneOffset.UTC)) {
      return iso + 'Z';
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              LocalDate.parse(iso.substring(0, 10)), LocalTime.parse(iso.substring(11, end)));
      LocalDateTime utc = local.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
      return utc.toLocalDate()
          + "T"
          + (utc.getSecond() == 0 ? utc.toLocalTime() + ":00" : utc.toLocalTime().toString())
          + iso.substring(end)
          + 'Z';
    } catch (DateTimeException e) {
      return iso;
    }
  }

  private static boolean isFraction(String text, int from) {
    if (from == text.length()) {
      return true;
    }
    if (text.charAt(from) != '.') {
      return false;
    }
    for (int i = from + 1; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
