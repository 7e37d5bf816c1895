package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.search.document.RefusedRowException.Kind;
import java.io.IOException;
import java.util.List;

/**
 * Reads canal-json row messages, in one pass; the order of their fields doesn't matter. Where a
 * name comes twice in one object the last value counts. Not thread-safe.
 */
final class CanalRowReader {
  private final JsonFactory json;
  private final RowImage image = new RowImage();

  CanalRowReader(JsonFactory json) {
    this.json = json;
  }

  /** The row; it is the reader's and valid until the next call. */
  RowImage read(byte[] message) throws IOException, RefusedRowException {
    image.clear();
    Told told = new Told();
    try (JsonParser parser = json.createParser(message)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        readField(parser, name, told);
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw malformed("JSON that ends too early");
      }
    }
    check(told);
    return image;
  }

  /** Which of the fields that a row must have were there. */
  private static final class Told {
    boolean schema;
    boolean table;
    boolean type;

    /** A column whose value the source hasn't told, or null. */
    String unavailable;
  }

  private void readField(JsonParser parser, String name, Told told)
      throws IOException, RefusedRowException {
    switch (name) {
      case "database" -> {
        image.schema = scalar(parser, image.schema);
        told.schema = !image.schema.isEmpty();
      }
      case "table" -> {
        image.table = scalar(parser, image.table);
        told.table = !image.table.isEmpty();
      }
      case "type" -> {
        image.type = scalar(parser, image.type);
        told.type = true;
      }
      case "pkNames" -> readNames(parser, image.keys);
      case "mysqlType" -> readTypes(parser, image.mysqlTypes);
      case "sqlType" -> {
        readTypes(parser, image.sqlTypes);
        checkNumbers(image.sqlTypes);
      }
      case "unavailable" -> told.unavailable = first(parser);
      case "data" -> readRows(parser, image.data);
      case "old" -> readRows(parser, image.old);
      default -> parser.skipChildren();
    }
  }

  private static String scalar(JsonParser parser, String last) throws IOException {
    String text = TokenText.of(parser, last);
    parser.skipChildren();
    return text == null ? "" : text;
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

  private static String first(JsonParser parser) throws IOException {
    String first = null;
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        first = first == null ? parser.getText() : first;
        parser.skipChildren();
      }
    }
    parser.skipChildren();
    return first;
  }

  private static void readRows(JsonParser parser, RowImage.Rows rows)
      throws IOException, RefusedRowException {
    rows.clear();
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("data or old isn't an array");
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      Columns row = rows.add();
      if (isObject(parser)) {
        for (String name; (name = nextColumn(parser)) != null; ) {
          row.put(name, TokenText.of(parser, null));
        }
      }
    }
  }

  private static void readTypes(JsonParser parser, Columns types)
      throws IOException, RefusedRowException {
    types.clear();
    if (isObject(parser)) {
      for (String name; (name = nextColumn(parser)) != null; ) {
        types.putToken(name, parser);
      }
    }
  }

  private static boolean isObject(JsonParser parser) throws RefusedRowException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return false;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw malformed("a row or its types aren't an object");
    }
    return true;
  }

  /** The name of the next column, whose value is then the parser's token; null at the end. */
  private static String nextColumn(JsonParser parser) throws IOException, RefusedRowException {
    if (parser.nextToken() != JsonToken.FIELD_NAME) {
      return null;
    }
    String name = parser.currentName();
    JsonToken token = parser.nextToken();
    if (token == null || token.isStructStart()) {
      throw malformed("a nested value in column " + name);
    }
    return name;
  }

  private static void checkNumbers(Columns types) throws RefusedRowException {
    for (int i = 0; i < types.size(); i++) {
      String text = types.text(i);
      if (text != null && !Numbers.isInt(text)) {
        throw malformed("sqlType isn't a number");
      }
    }
  }

  private void check(Told told) throws RefusedRowException {
    String type = told.type ? image.type : "";
    if (!type.equals("DELETE") && !type.equals("INSERT") && !type.equals("UPDATE")) {
      throw malformed("not a row: type " + type);
    }
    if (!told.schema || !told.table || image.data.size() == 0) {
      throw malformed("a row without database, table or data");
    }
    if (told.unavailable != null && !image.delete()) {
      // a document is replaced as a whole: without the value it would lose the column
      throw new RefusedRowException(
          Kind.BAD_VALUE,
          "column "
              + told.unavailable
              + ": the source hasn't sent its unchanged value; set REPLICA IDENTITY FULL");
    }
  }

  private static RefusedRowException malformed(String reason) {
    return new RefusedRowException(Kind.MALFORMED, reason);
  }
}
