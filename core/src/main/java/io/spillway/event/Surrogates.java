package io.spillway.event;

/**
 * Halves of surrogate pairs, which JSON can spell and UTF-8 can't. Engines refuse them or change
 * them by themselves.
 */
public final class Surrogates {
  private static final char REPLACEMENT = '\uFFFD';

  private Surrogates() {}

  /** Whether the text has no half without its other one. */
  public static boolean paired(String text) {
    return firstHalf(text, 0) < 0;
  }

  private static int firstHalf(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!pair) {
        return i;
      }
      i++;
    }
    return -1;
  }

  /** The text with U+FFFD for each half. */
  public static String replaced(String text) {
    StringBuilder whole = new StringBuilder(text);
    for (int at = firstHalf(text, 0); at >= 0; at = firstHalf(text, at + 1)) {
      whole.setCharAt(at, REPLACEMENT);
    }
    return whole.toString();
  }
}
