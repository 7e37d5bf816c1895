package io.spillway.cursor.log;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Times as {@link Instant#toString()} writes them for whole seconds and milliseconds, without an
 * object a time; any other form is left to {@link Instant#parse}.
 */
final class IsoTime {
  /** As {@code 2026-01-31T00:00:00Z}, and with {@code .000} before the Z. */
  private static final int SECONDS = 20;

  private static final int MILLIS = 24;
  private static final String SHAPE = "0000-00-00T00:00:00";

  private IsoTime() {}

  /** In ms since 1970. Throws DateTimeException on what isn't a time. */
  static long parse(char[] text, int offset, int length) {
    if (!isPlain(text, offset, length)) {
      return Instant.parse(new String(text, offset, length)).toEpochMilli();
    }
    long day =
        LocalDate.of(
                number(text, offset, 4), number(text, offset + 5, 2), number(text, offset + 8, 2))
            .toEpochDay();
    long hour = day * 24 + number(text, offset + 11, 2);
    long second = (hour * 60 + number(text, offset + 14, 2)) * 60 + number(text, offset + 17, 2);
    return second * 1000 + (length == MILLIS ? number(text, offset + 20, 3) : 0);
  }

  private static boolean isPlain(char[] text, int offset, int length) {
    if ((length != SECONDS && length != MILLIS) || text[offset + length - 1] != 'Z') {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      char c = text[offset + i];
      if (SHAPE.charAt(i) == '0' ? !isDigit(c) : c != SHAPE.charAt(i)) {
        return false;
      }
    }
    // 24:00 and leap seconds have rules of their own
    return number(text, offset + 11, 2) < 24
        && number(text, offset + 14, 2) < 60
        && number(text, offset + 17, 2) < 60
        && (length == SECONDS || isFraction(text, offset + SHAPE.length()));
  }

  private static boolean isFraction(char[] text, int at) {
    return text[at] == '.'
        && isDigit(text[at + 1])
        && isDigit(text[at + 2])
        && isDigit(text[at + 3]);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int number(char[] text, int at, int digits) {
    int number = 0;
    for (int i = at; i < at + digits; i++) {
      number = number * 10 + (text[i] - '0');
    }
    return number;
  }
}
