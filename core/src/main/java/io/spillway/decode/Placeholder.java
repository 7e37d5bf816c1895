package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * What Debezium writes where PostgreSQL hasn't told a value: a large one (TOAST) that an update has
 * left as it was. It is no value of the row.
 */
final class Placeholder {
  /** Of sources that send every value: no token is that. */
  static final Placeholder NONE = new Placeholder();

  private final byte[] text;
  private final byte[] inArray;
  private final byte[] base64;

  private Placeholder() {
    text = inArray = base64 = new byte[0];
  }

  /**
   * @param value Debezium's {@code unavailable.value.placeholder}
   */
  Placeholder(String value) {
    text = JsonTokens.of(value);
    String token = new String(text, StandardCharsets.UTF_8);
    inArray = ("[" + token + "]").getBytes(StandardCharsets.UTF_8);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    base64 = JsonTokens.of(Base64.getEncoder().encodeToString(bytes));
  }

  /** Whether a token is the placeholder, as a column of this form has it. */
  boolean is(ColumnForm column, byte[] json, int from, int to) {
    int length = to - from;
    return (length == text.length && is(text, json, from, to))
        || (length == inArray.length && is(inArray, json, from, to))
        || (length == base64.length
            && column.form() == ValueForm.BINARY
            && is(base64, json, from, to));
  }

  private static boolean is(byte[] token, byte[] json, int from, int to) {
    return Arrays.equals(token, 0, token.length, json, from, to);
  }
}
