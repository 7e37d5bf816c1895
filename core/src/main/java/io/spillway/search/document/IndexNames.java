package io.spillway.search.document;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Makes any name a legal index name: lower case; each of {@code \ / * ? " < > | # : ,} and space or
 * control character becomes {@code _}; a first {@code - _ + .} gets an {@code x} before it; at most
 * 255 bytes. A name that was changed, or that two tables could have, ends with a dash and 8 hex
 * digits of a SHA-256, so that two tables never meet in one index.
 */
final class IndexNames {
  private static final int MAX_BYTES = 255;
  private static final int SUFFIX = 9;
  private static final String ILLEGAL = "\\/*?\"<>|#:, ";

  private IndexNames() {}

  /**
   * @param name what the template gives
   * @param identity differs where two tables differ
   * @param apart whether the name needs the hash although it is legal
   * @param fold whether a name may be shared by tables that differ only in case
   */
  static String legal(String name, String identity, boolean apart, boolean fold) {
    String lower = name.toLowerCase(Locale.ROOT);
    StringBuilder legal = new StringBuilder(lower.length() + SUFFIX);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      legal.append(c < ' ' || c == 0x7F || ILLEGAL.indexOf(c) >= 0 ? '_' : c);
    }
    if ("-_+.".indexOf(legal.charAt(0)) >= 0) {
      legal.insert(0, 'x');
    }
    boolean own = !apart && (fold || lower.equals(name));
    if (own && legal.toString().equals(lower) && utf8(lower) <= MAX_BYTES) {
      return lower;
    }
    while (utf8(legal.toString()) > MAX_BYTES - SUFFIX) {
      legal.setLength(legal.offsetByCodePoints(legal.length(), -1));
    }
    return legal.append('-').append(Sha256.hex(identity), 0, SUFFIX - 1).toString();
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
