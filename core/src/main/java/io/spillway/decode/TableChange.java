package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The first entry of a schema change's {@code tableChanges}: what the connector makes of a
 * statement, in whatever SQL that is.
 *
 * @param type {@code CREATE}, {@code ALTER}, {@code DROP}, or empty
 * @param table its name alone, before a rename; empty where there is none
 * @param columns those that the table has now, in its order; none where they aren't told
 */
record TableChange(String type, String table, List<TableShape.Column> columns) {
  static final TableChange NONE = new TableChange("", "", List.of());

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of the two names of a rename. */
  private static final String BETWEEN = "\",\"";

  private static final int MOST_DIGITS = 65;
  private static final int MOST_DECIMALS = 30;

  /** None where the message has none, or none that can be read. */
  static TableChange of(DebeziumMessage message) {
    Span changes = message.tableChanges;
    if (changes.isEmpty()) {
      return NONE;
    }
    try {
      JsonNode all = JSON.readTree(message.bytes, changes.from, changes.to - changes.from);
      JsonNode first = all.path(0);
      String id = first.path("id").asText("");
      // those of one of several tables, or of its new name, aren't those of the table that is named
      boolean isOne = all.size() == 1 && !id.contains(BETWEEN);
      List<TableShape.Column> columns = isOne ? columns(first.path("table")) : List.of();
      return new TableChange(first.path("type").asText(""), name(id), columns);
    } catch (IOException e) {
      return NONE;
    }
  }

  /**
   * Of {@code "db"."table"} or {@code "db"."schema"."table"}; a rename has two of them, with a
   * comma between.
   */
  private static String name(String id) {
    int second = id.indexOf(BETWEEN);
    String[] names = (second < 0 ? id : id.substring(0, second + 1)).split("\"", -1);
    return names.length > 3 ? names[names.length - 2] : "";
  }

  private static List<TableShape.Column> columns(JsonNode table) {
    Set<String> keys = new HashSet<>();
    table.path("primaryKeyColumnNames").forEach(key -> keys.add(key.asText()));
    List<TableShape.Column> columns = new ArrayList<>();
    for (JsonNode column : table.path("columns")) {
      String name = column.path("name").asText("");
      if (name.isEmpty()) {
        return List.of();
      }
      columns.add(new TableShape.Column(name, type(column), keys.contains(name)));
    }
    return columns;
  }

  /** The type that holds the column's values in MySQL, as rows spell it. */
  private static String type(JsonNode column) {
    String name = column.path("typeName").asText("").toLowerCase(Locale.ROOT);
    String unsigned = name.contains("unsigned") ? " unsigned" : "";
    if (!column.path("enumValues").isEmpty()) {
      return name.replaceFirst("\\(.*", "") + elements(column.path("enumValues"));
    }
    if (name.endsWith("text") || name.equals("json") || name.equals("year")) {
      return name.equals("ntext") ? "text" : name;
    }
    return switch (column.path("jdbcType").asInt()) {
      case -7, 16 -> "bit(" + Math.max(1, column.path("length").asInt(1)) + ")";
      case -6 -> "tinyint" + unsigned;
      case 5 -> "smallint" + unsigned;
      case 4 -> (name.startsWith("mediumint") ? "mediumint" : "int") + unsigned;
      case -5 -> "bigint" + unsigned;
      case 7, 100 -> "float";
      case 8, 101 -> "double";
      // Oracle's has decimal digits
      case 6 -> name.equals("float") && column.path("length").asInt() > 53 ? "decimal" : "double";
      case 2, 3 -> decimal(column) + unsigned;
      case 1, -15 -> "char" + length(column);
      case 12, -9 -> "varchar" + length(column);
      case -1, -16, 2005, 2009, 2011 -> "longtext";
      case -2 -> "binary" + length(column);
      case -3 -> "varbinary" + length(column);
      case -4, 2004 -> "longblob";
      case 91 -> "date";
      case 92 -> "time";
      case 93 -> name.equals("timestamp") && unsigned.isEmpty() ? "timestamp" : "datetime";
      case 2014, -101, -102, -155 -> "timestamp";
      default -> name;
    };
  }

  private static String decimal(JsonNode column) {
    int digits = column.path("length").asInt(-1);
    int decimals = column.path("scale").asInt(-1);
    boolean isHeld =
        digits > 0 && digits <= MOST_DIGITS && decimals >= 0 && decimals <= MOST_DECIMALS;
    return isHeld && decimals <= digits ? "decimal(" + digits + "," + decimals + ")" : "decimal";
  }

  private static String length(JsonNode column) {
    int length = column.path("length").asInt(-1);
    return length < 0 ? "" : "(" + length + ")";
  }

  /** Debezium has each in its quotes, or without. */
  private static String elements(JsonNode values) {
    StringJoiner elements = new StringJoiner(",", "(", ")");
    for (JsonNode value : values) {
      String text = value.asText();
      boolean isQuoted = text.length() > 1 && text.startsWith("'") && text.endsWith("'");
      elements.add(isQuoted ? text : "'" + text.replace("'", "''") + "'");
    }
    return elements.toString();
  }
}
