package io.spillway.search.document;

import java.util.Locale;

/** What a column's text stands for. */
enum ValueKind {
  INTEGER,
  DECIMAL,
  FLOAT,
  /** A number in canal-json as TiCDC writes it, a name elsewhere: enum, set. */
  CODE,
  TEXT,
  /** One ISO-8859-1 character a byte. */
  BINARY,
  DATE,
  /** A date and time of the row's zone. */
  INSTANT,
  /** Hours, minutes and seconds, maybe more than a day or less than none. */
  TIME,
  JSON,
  VECTOR;

  private static final int SQL_BLOB = 2004;

  /**
   * The MySQL type decides. The SQL type depends on the value as well (a large unsigned bigint is
   * sent as DECIMAL), so it only serves where there is no MySQL type.
   *
   * @param mysqlType as {@code bigint unsigned} or {@code decimal(10,2)}, or null
   * @param sqlType java.sql.Types number; 0 for unknown
   */
  static ValueKind of(String mysqlType, int sqlType) {
    if (mysqlType == null || mysqlType.isEmpty()) {
      return ofSql(sqlType);
    }
    int end = 0;
    while (end < mysqlType.length() && Character.isLetter(mysqlType.charAt(end))) {
      end++;
    }
    return switch (mysqlType.substring(0, end).toLowerCase(Locale.ROOT)) {
      case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "bit", "year" -> INTEGER;
      case "decimal", "numeric", "dec", "fixed" -> DECIMAL;
      case "float", "double", "real" -> FLOAT;
      case "enum", "set" -> CODE;
      case "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob", "geometry" ->
          BINARY;
      case "date", "datetime" -> DATE;
      case "timestamp" -> INSTANT;
      case "time" -> TIME;
      case "json" -> JSON;
      case "vector" -> VECTOR;
      default -> TEXT;
    };
  }

  private static ValueKind ofSql(int sqlType) {
    return switch (sqlType) {
      case -7, -6, 5, 4, -5 -> INTEGER;
      case 3 -> DECIMAL;
      case 7, 8 -> FLOAT;
      case SQL_BLOB -> BINARY;
      case 91, 93 -> DATE;
      case 92 -> TIME;
      default -> TEXT;
    };
  }
}
