package io.spillway.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the columns that a message shows, in the order of its first object in {@code data}; where
 * that lacks some, in the order of their types. Only used where they may have changed. Without
 * canonical names: a source with ever new keys must not fill the factory's table of names.
 */
final class ColumnReader {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  private ColumnReader() {}

  /** The columns, each once, or null where Jackson refuses what the scanner has let pass. */
  static List<TableShape.Column> columns(CanalMessage message) {
    try {
      Map<String, String> types =
          types(message.bytes, message.typesStart, message.typesEnd - message.typesStart);
      Set<String> keys =
          keys(message.bytes, message.keysStart, message.keysEnd - message.keysStart);
      List<TableShape.Column> columns = new ArrayList<>();
      boolean byTypes = message.hasUnavailable && !types.isEmpty();
      int start = byTypes ? message.typesStart : message.rowStart;
      int end = byTypes ? message.typesEnd : message.rowEnd;
      for (String name : names(message.bytes, start, end - start)) {
        columns.add(new TableShape.Column(name, types.getOrDefault(name, ""), keys.contains(name)));
      }
      return columns;
    } catch (IOException refused) {
      return null;
    }
  }

  private static Set<String> names(byte[] bytes, int start, int length) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    try (JsonParser parser = JSON.createParser(bytes, start, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        names.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
    }
    return names;
  }

  private static Map<String, String> types(byte[] bytes, int start, int length) throws IOException {
    Map<String, String> types = new HashMap<>();
    try (JsonParser parser = JSON.createParser(bytes, start, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        boolean isText = parser.nextToken() == JsonToken.VALUE_STRING;
        types.put(name, isText ? parser.getText() : "");
        parser.skipChildren();
      }
    }
    return types;
  }

  private static Set<String> keys(byte[] bytes, int start, int length) throws IOException {
    Set<String> keys = new HashSet<>();
    try (JsonParser parser = JSON.createParser(bytes, start, length)) {
      parser.nextToken();
      for (JsonToken token = parser.nextToken();
          token != null && token != JsonToken.END_ARRAY;
          token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          keys.add(parser.getText());
        }
        parser.skipChildren();
      }
    }
    return keys;
  }
}
