package io.spillway.schema;

import java.util.Map;

/** The lengths that TiDB shows where a definition gives none, and what schema files leave out. */
final class DisplayLength {
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("TINYINT", "4"),
          Map.entry("SMALLINT", "6"),
          Map.entry("MEDIUMINT", "9"),
          Map.entry("INT", "11"),
          Map.entry("BIGINT", "20"),
          Map.entry("TINYINT UNSIGNED", "3"),
          Map.entry("SMALLINT UNSIGNED", "5"),
          Map.entry("MEDIUMINT UNSIGNED", "8"),
          Map.entry("INT UNSIGNED", "10"),
          Map.entry("BIGINT UNSIGNED", "20"),
          Map.entry("BIT", "1"),
          Map.entry("YEAR", "4"),
          Map.entry("CHAR", "1"),
          Map.entry("BINARY", "1"),
          Map.entry("TINYTEXT", "255"),
          Map.entry("TEXT", "65535"),
          Map.entry("MEDIUMTEXT", "16777215"),
          Map.entry("LONGTEXT", "4294967295"),
          Map.entry("TINYBLOB", "255"),
          Map.entry("BLOB", "65535"),
          Map.entry("MEDIUMBLOB", "16777215"),
          Map.entry("LONGBLOB", "4294967295"),
          Map.entry("FLOAT", "12"),
          Map.entry("DOUBLE", "22"),
          Map.entry("DECIMAL", "10"));

  private DisplayLength() {}

  static String precision(ColumnType type) {
    if (type.name().equals("VECTOR") || type.name().equals(ColumnType.NUMBER)) {
      return "";
    }
    if (!type.precision().isEmpty()) {
      return type.precision();
    }
    String exact = DEFAULTS.get(type.text());
    return exact != null ? exact : DEFAULTS.getOrDefault(type.name(), "");
  }

  /** DECIMAL always has decimals; elsewhere none and zero are the same. */
  static String scale(ColumnType type) {
    if (type.name().equals("DECIMAL")) {
      return type.scale().isEmpty() ? "0" : type.scale();
    }
    return type.scale().equals("0") ? "" : type.scale();
  }
}
