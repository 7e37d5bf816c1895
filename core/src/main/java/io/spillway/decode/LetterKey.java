package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/**
 * The primary key of a row that can't be delivered, as its dead letter shows it: a JSON object of
 * the columns' texts. Only for messages that are sound JSON.
 */
final class LetterKey {
  /** A key is for a person who looks for the row; the letter has the whole message anyway. */
  private static final int LONGEST = 4096;

  private static final ObjectMapper JSON = new ObjectMapper();

  private LetterKey() {}

  /**
   * @param row an object, in the bytes
   * @param names an array of the key's columns, in its own bytes
   * @return empty where the row lacks one of them
   */
  static String of(byte[] bytes, Span row, byte[] nameBytes, Span names) {
    try {
      JsonNode columns = tree(bytes, row);
      ObjectNode key = JSON.createObjectNode();
      for (JsonNode name : tree(nameBytes, names)) {
        JsonNode value = columns.path(name.asText());
        if (!value.isValueNode() || value.isNull()) {
          return "";
        }
        key.put(name.asText(), value.asText());
      }
      return text(key);
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /**
   * @param key an object that holds nothing but the key
   */
  static String of(byte[] bytes, Span key) {
    try {
      ObjectNode texts = JSON.createObjectNode();
      for (Map.Entry<String, JsonNode> column : tree(bytes, key).properties()) {
        JsonNode value = column.getValue();
        texts.put(column.getKey(), value.isValueNode() ? value.asText() : value.toString());
      }
      return text(texts);
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  private static JsonNode tree(byte[] bytes, Span range) throws IOException {
    return range.isEmpty()
        ? JSON.createObjectNode()
        : JSON.readTree(bytes, range.from, range.to - range.from);
  }

  private static String text(ObjectNode key) {
    String text = key.isEmpty() ? "" : key.toString();
    return text.length() > LONGEST ? "" : text;
  }
}
