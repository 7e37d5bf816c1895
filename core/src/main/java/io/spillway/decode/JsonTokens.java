package io.spillway.decode;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** String tokens of statements, which are rare enough to be strings. */
final class JsonTokens {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonTokens() {}

  /** The text of a token; null where it holds half a surrogate pair. */
  static String text(byte[] bytes, Span token) {
    if (token.isBlank()) {
      return "";
    }
    byte[] text = JsonText.unescape(bytes, token.from + 1, token.to - 1);
    return text == null ? null : new String(text, StandardCharsets.UTF_8);
  }

  /** The token, quotes included. */
  static byte[] token(byte[] bytes, Span token) {
    return Arrays.copyOfRange(bytes, token.from, token.to);
  }

  /** The token of a text. */
  static byte[] of(String text) {
    return JSON.getNodeFactory().textNode(text).toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The table that a statement's message names first, or nothing: Debezium puts several in one text
   * with commas between.
   */
  static String tableOf(DebeziumMessage message) {
    String table = text(message.bytes, message.table);
    if (table != null && !table.isEmpty()) {
      int comma = table.indexOf(',');
      return comma > 0 ? table.substring(0, comma) : table;
    }
    return TableChange.of(message).table();
  }
}
