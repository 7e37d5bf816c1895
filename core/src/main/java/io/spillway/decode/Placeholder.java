package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What Debezium writes where PostgreSQL hasn't told a value: a large one (TOAST) that an update has
 * left as it was. It is no value of the row.
 */
final class Placeholder {
  private static final byte[] TEXT = ascii("\"__debezium_unavailable_value\"");
  private static final byte[] IN_ARRAY = ascii("[\"__debezium_unavailable_value\"]");
  private static final byte[] BASE64 = ascii("\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"");

  private Placeholder() {}

  /** Whether a token is the placeholder, as a column of this form has it. */
  static boolean is(ColumnForm column, byte[] json, int from, int to) {
    int length = to - from;
    if (length == TEXT.length) {
      return is(TEXT, json, from, to);
    } else if (length == IN_ARRAY.length) {
      return is(IN_ARRAY, json, from, to);
    }
    return length == BASE64.length
        && column.form() == ValueForm.BINARY
        && is(BASE64, json, from, to);
  }

  private static boolean is(byte[] token, byte[] json, int from, int to) {
    return Arrays.equals(token, 0, token.length, json, from, to);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
