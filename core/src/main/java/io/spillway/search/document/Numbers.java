package io.spillway.search.document;

/** JSON's grammar of numbers over text, digit for digit. */
final class Numbers {
  private static final int MOST_INT_DIGITS = 9;

  private Numbers() {}

  /** The text as a JSON integer of the same value, or null if it isn't an integer. */
  static String integer(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int digits = digits(text, start);
    if (digits == text.length() && digits > start) {
      return text.charAt(start) == '0' && digits > start + 1 ? shortened(text, digits) : text;
    }
    return null;
  }

  /** The text as a JSON number of the same value, or null if it isn't a number. */
  static String number(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int end = digits(text, start);
    if (end == start) {
      return null;
    }
    boolean leadingZero = text.charAt(start) == '0' && end > start + 1;
    if (end < text.length() && text.charAt(end) == '.') {
      int fraction = digits(text, end + 1);
      if (fraction == end + 1) {
        return null;
      }
      end = fraction;
    }
    if (end == text.length()) {
      return leadingZero ? shortened(text, digits(text, start)) : text;
    }
    return !leadingZero && isExponent(text, end) ? text : null;
  }

  /**
   * Without zeros before the first digit that counts.
   *
   * @param end behind the whole part
   */
  private static String shortened(String text, int end) {
    int start = text.startsWith("-") ? 1 : 0;
    int first = start;
    while (first < end - 1 && text.charAt(first) == '0') {
      first++;
    }
    String digits = text.substring(first);
    boolean isZero = digits.chars().allMatch(c -> c == '0' || c == '.');
    return start == 1 && !isZero ? "-" + digits : digits;
  }

  /** Whether the text is a number of at most nine digits, as codes of types are. */
  static boolean isInt(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int end = digits(text, start);
    return end == text.length() && end > start && end - start <= MOST_INT_DIGITS;
  }

  /** Whether a JSON number's value fits a double, as engines want of every number. */
  static boolean finite(String number) {
    return Double.isFinite(Double.parseDouble(number));
  }

  private static boolean isExponent(String text, int at) {
    if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
      return false;
    }
    int start = at + 1;
    if (start < text.length() && (text.charAt(start) == '+' || text.charAt(start) == '-')) {
      start++;
    }
    int end = digits(text, start);
    return end > start && end == text.length();
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
