package io.spillway.decode;

import java.nio.charset.StandardCharsets;

/** What strings and numbers mean that {@link JsonScanner} has found well-formed. */
final class JsonText {
  private JsonText() {}

  /**
   * The text as UTF-8, or null where an escape names half a surrogate pair: that is legal JSON, but
   * no character, and UTF-8 has no form for it.
   */
  static byte[] unescape(byte[] bytes, int start, int end) {
    String raw = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        c = raw.charAt(++i);
        if (c == 'u') {
          c = (char) Integer.parseInt(raw.substring(i + 1, i + 5), 16);
          i += 4;
        } else {
          c = named(c);
        }
      }
      text.append(c);
    }
    return pairsAreWhole(text) ? text.toString().getBytes(StandardCharsets.UTF_8) : null;
  }

  /** The number in a range, or -1 where it isn't an integer from 0 to 2^63-1 in plain digits. */
  static long natural(byte[] bytes, int from, int to) {
    if (to - from > 19) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    // Nineteen digits reach at most 9999999999999999999, so an overflow shows as a sign.
    return number < 0 ? -1 : number;
  }

  private static char named(char c) {
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> c;
    };
  }

  private static boolean pairsAreWhole(CharSequence text) {
    return text.codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
