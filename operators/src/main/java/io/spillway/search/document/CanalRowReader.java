package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.search.document.RefusedRowException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a canal-json row message; the order of its fields doesn't matter. Where a name comes twice
 * in one object the last value counts.
 */
final class CanalRowReader {
  private final JsonFactory json;

  CanalRowReader(JsonFactory json) {
    this.json = json;
  }

  RowImage read(byte[] message) throws IOException, RefusedRowException {
    Fields fields = new Fields();
    try (JsonParser parser = json.createParser(message)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        readField(parser, name, fields);
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw malformed("JSON that ends too early");
      }
    }
    return fields.toImage();
  }

  private static void readField(JsonParser parser, String name, Fields fields)
      throws IOException, RefusedRowException {
    switch (name) {
      case "database" -> fields.schema = parser.getText();
      case "table" -> fields.table = parser.getText();
      case "type" -> fields.type = parser.getText();
      case "pkNames" -> readNames(parser, fields.keys);
      case "mysqlType" -> fields.mysqlTypes = readObject(parser);
      case "sqlType" -> fields.sqlTypes = readObject(parser);
      case "data" -> fields.data = readRows(parser);
      case "old" -> fields.old = readRows(parser);
      default -> parser.skipChildren();
    }
  }

  private static void readNames(JsonParser parser, List<String> names) throws IOException {
    names.clear();
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        names.add(parser.getText());
      }
    } else {
      parser.skipChildren();
    }
  }

  private static List<Map<String, String>> readRows(JsonParser parser)
      throws IOException, RefusedRowException {
    List<Map<String, String>> rows = new ArrayList<>(1);
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return rows;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("data or old isn't an array");
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      rows.add(readObject(parser));
    }
    return rows;
  }

  /** Scalars as their text, null as null; anything nested is no canal-json. */
  private static Map<String, String> readObject(JsonParser parser)
      throws IOException, RefusedRowException {
    Map<String, String> values = new LinkedHashMap<>();
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return values;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw malformed("a row or its types aren't an object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == null || token.isStructStart()) {
        throw malformed("a nested value in column " + name);
      }
      values.put(name, token == JsonToken.VALUE_NULL ? null : parser.getText());
    }
    return values;
  }

  private static RefusedRowException malformed(String reason) {
    return new RefusedRowException(Kind.MALFORMED, reason);
  }

  private static final class Fields {
    String schema = "";
    String table = "";
    String type = "";
    final List<String> keys = new ArrayList<>(1);
    Map<String, String> mysqlTypes = Map.of();
    Map<String, String> sqlTypes = Map.of();
    List<Map<String, String>> data = List.of();
    List<Map<String, String>> old = List.of();

    RowImage toImage() throws RefusedRowException {
      boolean delete = type.equals("DELETE");
      if (!delete && !type.equals("INSERT") && !type.equals("UPDATE")) {
        throw malformed("not a row: type " + type);
      }
      if (schema.isEmpty() || table.isEmpty() || data.isEmpty()) {
        throw malformed("a row without database, table or data");
      }
      List<RowImage.Change> changes = new ArrayList<>(data.size());
      for (int i = 0; i < data.size(); i++) {
        changes.add(new RowImage.Change(data.get(i), i < old.size() ? old.get(i) : null));
      }
      return new RowImage(schema, table, delete, keys, kinds(), changes);
    }

    private Map<String, ValueKind> kinds() throws RefusedRowException {
      Map<String, ValueKind> kinds = new HashMap<>();
      for (Map.Entry<String, String> sql : sqlTypes.entrySet()) {
        kinds.put(sql.getKey(), ValueKind.of(mysqlTypes.get(sql.getKey()), number(sql.getValue())));
      }
      for (Map.Entry<String, String> mysql : mysqlTypes.entrySet()) {
        if (!kinds.containsKey(mysql.getKey())) {
          kinds.put(mysql.getKey(), ValueKind.of(mysql.getValue(), 0));
        }
      }
      return kinds;
    }

    private static int number(String text) throws RefusedRowException {
      try {
        return text == null ? 0 : Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw malformed("sqlType isn't a number");
      }
    }
  }
}
