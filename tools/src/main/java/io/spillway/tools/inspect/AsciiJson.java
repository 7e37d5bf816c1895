package io.spillway.tools.inspect;

import java.nio.charset.StandardCharsets;

/** JSON in ASCII: the same value, whatever a terminal's character set is. */
public final class AsciiJson {
  private AsciiJson() {}

  /**
   * @param utf8 JSON; beyond ASCII nothing but strings has characters in it
   */
  public static String of(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    StringBuilder ascii = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > '~' && ascii == null) {
        ascii = new StringBuilder(text.length() + 64).append(text, 0, i);
      }
      if (c > '~') {
        ascii.append("\\u%04x".formatted((int) c));
      } else if (ascii != null) {
        ascii.append(c);
      }
    }
    return ascii == null ? text : ascii.toString();
  }
}
