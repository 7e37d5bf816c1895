package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
   * with commas between, and {@code tableChanges} have {@code "db"."table"} for an id, or {@code
   * "db"."schema"."table"}.
   */
  static String tableOf(DebeziumMessage message) {
    String table = text(message.bytes, message.table);
    if (table != null && !table.isEmpty()) {
      int comma = table.indexOf(',');
      return comma > 0 ? table.substring(0, comma) : table;
    }
    return message.tableChanges.isEmpty() ? "" : changedTable(message);
  }

  private static String changedTable(DebeziumMessage message) {
    Span changes = message.tableChanges;
    try {
      JsonNode first =
          JSON.readTree(message.bytes, changes.from, changes.to - changes.from).path(0);
      String id = first.path("id").asText("");
      int second = id.indexOf("\",\"");
      String[] names = (second < 0 ? id : id.substring(0, second + 1)).split("\"", -1);
      return names.length > 3 ? names[names.length - 2] : "";
    } catch (IOException e) {
      return "";
    }
  }
}
