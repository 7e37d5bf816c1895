package io.spillway.search.document;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Makes any name a legal index name: lower case; each of {@code \ / * ? " < > | # : ,} and space or
 * control character becomes {@code _}; a first {@code - _ + .} gets an {@code x} before it; at most
 * 255 bytes. A name that was changed beyond its case ends with a dash and 8 hex digits of its
 * SHA-256, so that two tables never meet in one index for that reason. Names that differ only in
 * case do share an index.
 */
final class IndexNames {
  private static final int MAX_BYTES = 255;
  private static final int SUFFIX = 9;
  private static final String ILLEGAL = "\\/*?\"<>|#:, ";

  private IndexNames() {}

  static String legal(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    StringBuilder legal = new StringBuilder(lower.length() + SUFFIX);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      legal.append(c < ' ' || c == 0x7F || ILLEGAL.indexOf(c) >= 0 ? '_' : c);
    }
    if ("-_+.".indexOf(legal.charAt(0)) >= 0) {
      legal.insert(0, 'x');
    }
    if (legal.toString().equals(lower) && utf8(lower) <= MAX_BYTES) {
      return lower;
    }
    while (utf8(legal.toString()) > MAX_BYTES - SUFFIX) {
      legal.setLength(legal.offsetByCodePoints(legal.length(), -1));
    }
    return legal.append('-').append(Sha256.hex(name), 0, SUFFIX - 1).toString();
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
