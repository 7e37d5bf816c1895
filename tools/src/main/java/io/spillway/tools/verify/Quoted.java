package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Content as a report shows it. */
final class Quoted {
  private static final int SHOWN = 80;

  private Quoted() {}

  /** The first bytes in quotes, control characters escaped. */
  static String start(byte[] content) {
    String text = new String(Arrays.copyOf(content, Math.min(SHOWN, content.length)), UTF_8);
    StringBuilder out = new StringBuilder("'");
    text.chars().forEach(c -> out.append(c < ' ' ? "\\u%04x".formatted(c) : Character.toString(c)));
    return out.append(content.length > SHOWN ? "...'" : "'").toString();
  }
}
