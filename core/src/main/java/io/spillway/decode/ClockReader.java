package io.spillway.decode;

/** Reads ISO dates and times, and writes them as canal-json spells them. */
final class ClockReader {
  private static final int SECOND_END = 19;
  private static final int MOST_DIGITS = 9;
  private static final int YEAR_DIGITS = 4;

  private final TimeText times;
  private final JsonBuffer out;

  ClockReader(TimeText times, JsonBuffer out) {
    this.times = times;
    this.out = out;
  }

  /**
   * The same without its zone, and with a blank before the time of day; false for years that MySQL
   * hasn't, and for what is neither date nor time.
   */
  boolean local(byte[] text, int from, int to) {
    int end = to;
    if (end > from && text[end - 1] == 'Z') {
      end--;
    } else if (end - from > 6 && isOffset(text, end - 6)) {
      end -= 6;
    }
    for (int i = from; i < end; i++) {
      if (!isDigit(text[i]) && "-:.T ".indexOf(text[i]) < 0) {
        return false;
      }
      out.put(text[i] == 'T' ? ' ' : (char) text[i]);
    }
    return beginsWithYear(text, from, end) || beginsWithHour(text, from, end);
  }

  private static boolean beginsWithYear(byte[] text, int from, int to) {
    return digitsEnd(text, from, to) - from == YEAR_DIGITS
        && from + YEAR_DIGITS < to
        && text[from + YEAR_DIGITS] == '-';
  }

  private static boolean beginsWithHour(byte[] text, int from, int to) {
    int first = from < to && text[from] == '-' ? from + 1 : from;
    int end = digitsEnd(text, first, to);
    return end > first && end < to && text[end] == ':';
  }

  private static int digitsEnd(byte[] text, int from, int to) {
    int end = from;
    while (end < to && isDigit(text[end])) {
      end++;
    }
    return end;
  }

  /**
   * {@code 2016-10-15T02:15:15.12Z} or with an offset as {@code +08:00}.
   *
   * @param digits decimals of a second to show; -1 for as many as there are
   */
  boolean instant(byte[] text, int from, int to, int digits) {
    if (!isDateTime(text, from, to)) {
      return false;
    }
    int at = from + SECOND_END;
    long nanos = 0;
    int given = 0;
    if (at < to && text[at] == '.') {
      for (at++; at < to && isDigit(text[at]); at++) {
        nanos = given < MOST_DIGITS ? nanos * 10 + text[at] - '0' : nanos;
        given++;
      }
    }
    for (int i = given; i < MOST_DIGITS; i++) {
      nanos *= 10;
    }
    long offset = offset(text, at, to);
    if (offset == Long.MIN_VALUE) {
      return false;
    }
    long day =
        TimeText.dayOf(number(text, from, 4), number(text, from + 5, 2), number(text, from + 8, 2));
    long clock =
        number(text, from + 11, 2) * 3600L
            + number(text, from + 14, 2) * 60L
            + number(text, from + 17, 2);
    int shown = digits >= 0 ? digits : Math.min(given, MOST_DIGITS);
    return times.instant(day * 86_400 + clock - offset, nanos, shown);
  }

  private static long offset(byte[] text, int at, int to) {
    if (to - at == 1 && text[at] == 'Z') {
      return 0;
    }
    if (to - at != 6 || !isOffset(text, at)) {
      return Long.MIN_VALUE;
    }
    long seconds = number(text, at + 1, 2) * 3600L + number(text, at + 4, 2) * 60L;
    return text[at] == '-' ? -seconds : seconds;
  }

  private static boolean isOffset(byte[] text, int at) {
    return (text[at] == '+' || text[at] == '-')
        && isDigit(text[at + 1])
        && isDigit(text[at + 2])
        && text[at + 3] == ':'
        && isDigit(text[at + 4])
        && isDigit(text[at + 5]);
  }

  private static boolean isDateTime(byte[] text, int from, int to) {
    if (to - from <= SECOND_END) {
      return false;
    }
    String shape = "0000-00-00T00:00:00";
    for (int i = 0; i < SECOND_END; i++) {
      byte c = text[from + i];
      boolean fits = shape.charAt(i) == '0' ? isDigit(c) : c == shape.charAt(i);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static int number(byte[] text, int from, int length) {
    int number = 0;
    for (int i = from; i < from + length; i++) {
      number = number * 10 + text[i] - '0';
    }
    return number;
  }
}
