package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One version of a table's schema, as TiCDC's simple protocol tells it in {@code tableSchema}.
 * Immutable.
 */
final class TableSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NO_KEYS = utf8("null");

  private final byte[] database;
  private final byte[] table;
  private final long version;
  private final RowSchema columns;
  private final byte[] keyNames;
  private final Set<String> keys = new HashSet<>();
  private final long hash;

  private TableSchema(JsonNode schema, RowSchema columns) {
    this.database = utf8(schema.path("schema").asText());
    this.table = utf8(schema.path("table").asText());
    this.version = schema.path("version").asLong(-1);
    this.columns = columns;
    JsonNode key = primaryKey(schema.path("indexes"));
    key.forEach(name -> keys.add(name.asText()));
    this.keyNames = key.isMissingNode() ? NO_KEYS : utf8(key.toString());
    Slice first = new Slice();
    first.set(database, 0, database.length);
    Slice second = new Slice();
    second.set(table, 0, table.length);
    this.hash = hash(first, second, version);
  }

  /**
   * Of an object that is sound JSON.
   *
   * @return null where it isn't the schema of a table
   */
  static TableSchema read(byte[] json, Span span) {
    try {
      JsonNode schema = JSON.readTree(json, span.from, span.to - span.from);
      List<ColumnForm> columns = new ArrayList<>();
      for (JsonNode column : schema.path("columns")) {
        if (!column.path("name").isTextual() || !column.at("/dataType/mysqlType").isTextual()) {
          return null;
        }
        columns.add(form(column.get("name").textValue(), column.get("dataType")));
      }
      boolean isNamed = schema.path("schema").isTextual() && schema.path("table").isTextual();
      return isNamed && schema.path("version").canConvertToLong()
          ? new TableSchema(schema, RowSchema.ordered(columns))
          : null;
    } catch (IOException refused) {
      return null;
    }
  }

  private static ColumnForm form(String name, JsonNode type) {
    String word = type.get("mysqlType").textValue();
    String unsigned = type.path("unsigned").asBoolean() ? " unsigned" : "";
    SourceType bare = SourceType.of(word + unsigned, -1, -1);
    int decimals = type.path("decimal").asInt(0);
    int length = bare.isClock() ? decimals : type.path("length").asInt(-1);
    SourceType source = new SourceType(bare.name(), bare.unsigned(), length, decimals);
    byte[][] elements = elements(type.path("elements"));
    boolean wide = source.isInteger() && source.unsigned();
    return new ColumnForm(
        utf8(name),
        form(source),
        source.text() + ColumnForms.list(source, elements),
        source.sqlType(),
        wide ? ColumnForms.largest(source) : 0,
        wide ? ColumnForms.wider(source) : 0,
        0,
        -1,
        null,
        elements);
  }

  private static ValueForm form(SourceType type) {
    if (type.isBinary()) {
      return ValueForm.BINARY;
    } else if (type.name().equals("timestamp")) {
      return ValueForm.LOCATED;
    }
    return type.isInteger() && type.unsigned() ? ValueForm.UNSIGNED : ValueForm.PLAIN;
  }

  private static byte[][] elements(JsonNode names) {
    byte[][] elements = new byte[names.size()][];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = utf8(names.get(i).asText());
    }
    return elements;
  }

  /** The names of its columns, or nothing. */
  private static JsonNode primaryKey(JsonNode indexes) {
    for (JsonNode index : indexes) {
      if (index.path("primary").asBoolean() && index.path("columns") instanceof ArrayNode names) {
        return names;
      }
    }
    return MissingNode.getInstance();
  }

  boolean is(Slice otherDatabase, Slice otherTable, long otherVersion) {
    return version == otherVersion && otherTable.is(table) && otherDatabase.is(database);
  }

  static long hash(Slice database, Slice table, long version) {
    return Swar.mix(Swar.mix(database.hash()) ^ table.hash()) ^ Swar.mix(version);
  }

  /** Of its names and its version. */
  long hash() {
    return hash;
  }

  /** Its columns, in their order. */
  RowSchema columns() {
    return columns;
  }

  /** Its columns as a row shows them. */
  List<TableShape.Column> shown() {
    List<TableShape.Column> shown = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ColumnForm column = columns.column(i);
      String name = new String(column.name(), StandardCharsets.UTF_8);
      shown.add(new TableShape.Column(name, column.mysqlType(), keys.contains(name)));
    }
    return shown;
  }

  /** The value of {@code pkNames} for its rows, as JSON. */
  byte[] keyNames() {
    return keyNames;
  }

  String database() {
    return new String(database, StandardCharsets.UTF_8);
  }

  String table() {
    return new String(table, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
