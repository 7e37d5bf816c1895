package io.spillway.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.spillway.event.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a schema file's content; one instance reads one file. */
final class SchemaFileParser {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final List<String> KEYS =
      List.of(
          "Table",
          "Schema",
          "Version",
          "TableVersion",
          "Query",
          "Type",
          "TableColumns",
          "TableColumnsTotal");

  private final JsonParser json;
  private String table = "";
  private String schema = "";
  private String query = "";
  private long version;
  private int type;
  private long total;
  private List<Column> columns = List.of();

  private SchemaFileParser(JsonParser json) {
    this.json = json;
  }

  static SchemaFile parse(byte[] content) throws InvalidSchemaFileException {
    try (JsonParser json = FACTORY.createParser(decode(content))) {
      return new SchemaFileParser(json).file();
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      throw new InvalidSchemaFileException(
          e.getOriginalMessage(), at.getLineNr(), at.getColumnNr());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private static String decode(byte[] content) throws InvalidSchemaFileException {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      String before = new String(content, 0, bytes.position(), StandardCharsets.UTF_8);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      throw new InvalidSchemaFileException(
          "not UTF-8", line, before.length() - before.lastIndexOf('\n'));
    }
  }

  private SchemaFile file() throws IOException, InvalidSchemaFileException {
    expect(json.nextToken(), JsonToken.START_OBJECT, "the file");
    Set<String> seen = new HashSet<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      member(key);
      seen.add(key);
    }
    for (String key : KEYS) {
      if (!seen.contains(key)) {
        throw invalid("no key " + key);
      }
    }
    if (json.nextToken() != null) {
      throw invalid("something follows the object");
    }
    if (total != columns.size()) {
      throw invalid("TableColumnsTotal is " + total + ", columns are " + columns.size());
    }
    try {
      return new SchemaFile(
          new TableStructure(new TableId(schema, table), columns), version, query, type);
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  private void member(String key) throws IOException, InvalidSchemaFileException {
    switch (key) {
      case "Table" -> table = string(key);
      case "Schema" -> schema = string(key);
      case "Version" -> {
        if (number(key) != 1) {
          throw invalid("Version is " + json.getText() + ", only 1 is known");
        }
      }
      case "TableVersion" -> version = number(key);
      case "Query" -> query = string(key);
      case "Type" -> type = smallNumber(key);
      case "TableColumns" -> columns = columns();
      case "TableColumnsTotal" -> total = number(key);
      default -> throw invalid("unknown key " + key);
    }
  }

  private List<Column> columns() throws IOException, InvalidSchemaFileException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return List.of();
    }
    expect(json.currentToken(), JsonToken.START_ARRAY, "TableColumns");
    List<Column> read = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      read.add(column());
    }
    return read;
  }

  private Column column() throws IOException, InvalidSchemaFileException {
    expect(json.currentToken(), JsonToken.START_OBJECT, "a column");
    String name = null;
    String columnType = null;
    String defaultJson = null;
    String precision = "";
    String scale = "";
    boolean nullable = true;
    boolean primaryKey = false;
    List<String> elements = List.of();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "ColumnName" -> name = string(key);
        case "ColumnType" -> columnType = string(key);
        case "ColumnDefault" -> defaultJson = anything(key);
        case "ColumnPrecision" -> precision = string(key);
        case "ColumnScale" -> scale = string(key);
        case "ColumnNullable" -> nullable = !flag(key, "false");
        case "ColumnIsPk" -> primaryKey = flag(key, "true");
        case "ColumnElems" -> elements = strings(key);
        default -> throw invalid("unknown key " + key + " of a column");
      }
    }
    if (name == null || columnType == null) {
      throw invalid("a column without " + (name == null ? "ColumnName" : "ColumnType"));
    }
    return new Column(
        name, columnType, defaultJson, precision, scale, nullable, primaryKey, elements);
  }

  private String anything(String key) throws IOException, InvalidSchemaFileException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      throw invalid(key + " is null");
    }
    return new CanonicalJson().value(json, json.currentToken()).toString();
  }

  private boolean flag(String key, String only) throws IOException, InvalidSchemaFileException {
    if (!string(key).equals(only)) {
      throw invalid(key + " can only be \"" + only + "\"");
    }
    return true;
  }

  private List<String> strings(String key) throws IOException, InvalidSchemaFileException {
    expect(json.currentToken(), JsonToken.START_ARRAY, key);
    List<String> read = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      read.add(string(key));
    }
    return read;
  }

  private String string(String key) throws IOException, InvalidSchemaFileException {
    expect(json.currentToken(), JsonToken.VALUE_STRING, key);
    return json.getText();
  }

  private long number(String key) throws IOException, InvalidSchemaFileException {
    expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT, key);
    return json.getLongValue();
  }

  private int smallNumber(String key) throws IOException, InvalidSchemaFileException {
    expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT, key);
    return json.getIntValue();
  }

  private void expect(JsonToken token, JsonToken wanted, String of)
      throws InvalidSchemaFileException {
    if (token != wanted) {
      throw invalid(of + " must be " + wanted + ", is " + token);
    }
  }

  private InvalidSchemaFileException invalid(String what) {
    JsonLocation at = json.currentTokenLocation();
    return new InvalidSchemaFileException(what, at.getLineNr(), at.getColumnNr());
  }
}
