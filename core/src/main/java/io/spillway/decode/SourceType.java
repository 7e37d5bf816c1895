package io.spillway.decode;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A MySQL column type in the parts that matter here.
 *
 * @param name lower case, one word, as {@code bigint}
 * @param length in brackets: characters, digits, or decimals of a second; -1 where there is none
 * @param scale decimals of a decimal; -1 where there are none
 */
record SourceType(String name, boolean unsigned, int length, int scale) {
  private static final Map<String, Integer> SQL_TYPES =
      Map.ofEntries(
          Map.entry("tinyint", -6),
          Map.entry("smallint", 5),
          Map.entry("mediumint", 4),
          Map.entry("int", 4),
          Map.entry("integer", 4),
          Map.entry("bigint", -5),
          Map.entry("bit", -7),
          Map.entry("float", 7),
          Map.entry("double", 8),
          Map.entry("real", 8),
          Map.entry("decimal", 3),
          Map.entry("numeric", 3),
          Map.entry("char", 1),
          Map.entry("binary", 2004),
          Map.entry("varbinary", 2004),
          Map.entry("tinyblob", 2004),
          Map.entry("blob", 2004),
          Map.entry("mediumblob", 2004),
          Map.entry("longblob", 2004),
          Map.entry("tinytext", 2005),
          Map.entry("text", 2005),
          Map.entry("mediumtext", 2005),
          Map.entry("longtext", 2005),
          Map.entry("date", 91),
          Map.entry("time", 92),
          Map.entry("datetime", 93),
          Map.entry("timestamp", 93),
          Map.entry("enum", 4),
          Map.entry("set", -7));

  private static final int SQL_VARCHAR = 12;
  private static final int SQL_BLOB = 2004;
  private static final Set<String> CLOCKS = Set.of("time", "datetime", "timestamp");
  private static final Set<String> SIZED =
      Set.of("char", "varchar", "binary", "varbinary", "bit", "decimal", "numeric");

  /** As Debezium ({@code BIGINT UNSIGNED}) and TiCDC ({@code bigint unsigned}) spell it. */
  static SourceType of(String text, int length, int scale) {
    String lower = text.toLowerCase(Locale.ROOT).strip();
    int end = 0;
    while (end < lower.length() && (Character.isLetterOrDigit(lower.charAt(end)))) {
      end++;
    }
    boolean unsigned = lower.contains(" unsigned") || lower.contains(" zerofill");
    return new SourceType(lower.substring(0, end), unsigned, length, scale);
  }

  static SourceType of(String name) {
    return new SourceType(name, false, -1, -1);
  }

  /** Number of java.sql.Types, as canal-json has it. */
  int sqlType() {
    return SQL_TYPES.getOrDefault(name, SQL_VARCHAR);
  }

  boolean isBinary() {
    return sqlType() == SQL_BLOB;
  }

  boolean isClock() {
    return CLOCKS.contains(name);
  }

  boolean isInteger() {
    int sqlType = sqlType();
    return sqlType == -6 || sqlType == 5 || sqlType == -5 || (sqlType == 4 && !name.equals("enum"));
  }

  /** As it stands in canal-json, with its length where that is known. */
  String text() {
    String text = name;
    if (SIZED.contains(name) && length > 0) {
      text += scale >= 0 && sqlType() == 3 ? "(" + length + "," + scale + ")" : "(" + length + ")";
    } else if (isClock() && length > 0) {
      text += "(" + length + ")";
    }
    return unsigned ? text + " unsigned" : text;
  }
}
