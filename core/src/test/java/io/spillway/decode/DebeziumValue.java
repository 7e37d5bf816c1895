package io.spillway.decode;

import java.util.List;

/**
 * A value of one column of a connector in one of its modes.
 *
 * @param sentAs how the schema describes it: a semantic name without its package, or a type
 * @param type the schema's type
 * @param name semantic name with its package; empty for none
 * @param parameters of the schema, as members of a JSON object
 * @param json the value as the message has it
 * @param expected what a file has for it, as JSON
 */
record DebeziumValue(
    String connector,
    String column,
    String mode,
    String sentAs,
    String type,
    String name,
    String parameters,
    String json,
    String expected) {
  static final String TIME = "io.debezium.time.";
  static final String DATA = "io.debezium.data.";
  static final String CONNECT = "org.apache.kafka.connect.data.";
  static final String MYSQL = "MySQL, MariaDB";
  static final String POSTGRES = "PostgreSQL";
  static final String ADAPTIVE = "`time.precision.mode` adaptive";
  private static final String ISO = "`time.precision.mode` isostring";
  private static final String AS_CONNECT = "`time.precision.mode` connect";
  static final String PRECISE = "`decimal.handling.mode` precise";
  static final String AS_STRING = "`decimal.handling.mode` string";
  private static final String AS_DOUBLE = "`decimal.handling.mode` double";
  private static final String PLACEHOLDER = "\"__debezium_unavailable_value\"";

  static final List<DebeziumValue> OF_OPEN_DATABASES =
      List.of(
          // whole numbers
          plain(
              MYSQL,
              "BIGINT UNSIGNED",
              "`bigint.unsigned.handling.mode` long",
              "int64",
              "-1",
              "\"-1\""),
          named(
              MYSQL,
              "BIGINT UNSIGNED",
              "`bigint.unsigned.handling.mode` precise",
              CONNECT + "Decimal",
              "bytes",
              "\"scale\":\"0\"",
              "\"AP//////////\"",
              "\"18446744073709551615\""),
          plain(MYSQL, "INT UNSIGNED", "", "int64", "4294967295", "\"4294967295\""),
          plain(MYSQL, "TINYINT(1)", "converter to boolean", "boolean", "true", "\"1\""),
          named(
              MYSQL,
              "BIT(9)",
              "",
              DATA + "Bits",
              "bytes",
              "\"length\":\"9\"",
              "\"/wE=\"",
              "\"511\""),
          named(MYSQL, "YEAR", "", TIME + "Year", "int32", "", "2016", "\"2016\""),
          // decimals
          named(
              MYSQL,
              "DECIMAL(12,2)",
              PRECISE,
              CONNECT + "Decimal",
              "bytes",
              "\"scale\":\"2\",\"connect.decimal.precision\":\"12\"",
              "\"AxY=\"",
              "\"7.90\""),
          plain(MYSQL, "DECIMAL(12,2)", AS_STRING, "string", "\"7.90\"", "\"7.90\""),
          plain(MYSQL, "DECIMAL(12,2)", AS_DOUBLE, "double", "7.9", "\"7.9\""),
          named(
              POSTGRES,
              "NUMERIC",
              PRECISE,
              DATA + "VariableScaleDecimal",
              "struct",
              "",
              "{\"scale\":2,\"value\":\"AxY=\"}",
              "\"7.90\""),
          named(
              POSTGRES,
              "NUMERIC",
              PRECISE,
              DATA + "VariableScaleDecimal",
              "struct",
              "",
              "{\"scale\":-2,\"value\":\"AQ==\"}",
              "\"100\""),
          plain(POSTGRES, "NUMERIC 'NaN'", AS_STRING, "string", "\"NaN\"", "\"NaN\""),
          plain(POSTGRES, "MONEY", AS_STRING, "string", "\"$1.00\"", "\"$1.00\""),
          // floating point
          plain(MYSQL, "FLOAT", "", "float", "1.5", "\"1.5\""),
          plain(
              POSTGRES,
              "DOUBLE PRECISION 'Infinity'",
              "",
              "double",
              "\"Infinity\"",
              "\"Infinity\""),
          plain(POSTGRES, "REAL 'NaN'", "", "float", "\"NaN\"", "\"NaN\""),
          plain(POSTGRES, "DOUBLE PRECISION", "", "double", "1e21", "\"1" + "0".repeat(21) + "\""),
          // dates and times
          named(MYSQL, "DATE", ADAPTIVE, TIME + "Date", "int32", "", "17089", "\"2016-10-15\""),
          named(
              MYSQL, "DATE", AS_CONNECT, CONNECT + "Date", "int32", "", "17089", "\"2016-10-15\""),
          named(
              MYSQL,
              "DATE",
              ISO,
              TIME + "IsoDate",
              "string",
              "",
              "\"2016-10-15Z\"",
              "\"2016-10-15\""),
          named(
              MYSQL,
              "DATETIME(3)",
              ADAPTIVE,
              TIME + "Timestamp",
              "int64",
              "",
              "1476497715120",
              "\"2016-10-15 02:15:15.120\""),
          named(
              MYSQL,
              "DATETIME(6)",
              ADAPTIVE,
              TIME + "MicroTimestamp",
              "int64",
              "",
              "1476497715120001",
              "\"2016-10-15 02:15:15.120001\""),
          named(
              MYSQL,
              "DATETIME(6)",
              AS_CONNECT,
              CONNECT + "Timestamp",
              "int64",
              "",
              "1476497715120",
              "\"2016-10-15 02:15:15.120\""),
          named(
              MYSQL,
              "DATETIME",
              ISO,
              TIME + "IsoTimestamp",
              "string",
              "",
              "\"2016-10-15T02:15:15Z\"",
              "\"2016-10-15 02:15:15\""),
          named(
              MYSQL,
              "TIMESTAMP",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2016-10-15T02:15:15Z\"",
              "\"2016-10-15 02:15:15\""),
          named(
              MYSQL,
              "TIME(6)",
              ADAPTIVE,
              TIME + "MicroTime",
              "int64",
              "",
              "-45000000000",
              "\"-12:30:00\""),
          named(
              POSTGRES,
              "TIMESTAMPTZ",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2016-10-15T02:15:15.5+02:00\"",
              "\"2016-10-15 00:15:15.5\""),
          named(
              POSTGRES,
              "TIMETZ",
              "",
              TIME + "ZonedTime",
              "string",
              "",
              "\"02:15:15Z\"",
              "\"02:15:15\""),
          unheld("DATE 'infinity'", ADAPTIVE, "Date", "int32", "2147483647"),
          unheld("DATE '-infinity'", ADAPTIVE, "Date", "int32", "-2147483648"),
          unheld(
              "TIMESTAMP 'infinity'", ADAPTIVE, "MicroTimestamp", "int64", "9223372036825200000"),
          unheld(
              "TIMESTAMP '-infinity'", ADAPTIVE, "MicroTimestamp", "int64", "-9223372036832400000"),
          unheld("TIMESTAMPTZ 'infinity'", "", "ZonedTimestamp", "string", "\"infinity\""),
          unheld(
              "TIMESTAMPTZ, year 10000",
              "",
              "ZonedTimestamp",
              "string",
              "\"+10000-01-01T00:00:00Z\""),
          unheld("DATE, year 10000", ADAPTIVE, "Date", "int32", "2932897"),
          unheld("DATE, year 10000", ISO, "IsoDate", "string", "\"+10000-01-01Z\""),
          unheld("DATE, 44 BC", ADAPTIVE, "Date", "int32", "-735160"),
          unheld("TIMESTAMP, 44 BC", ISO, "IsoTimestamp", "string", "\"-0043-03-15T00:00:00Z\""),
          named(
              POSTGRES,
              "INTERVAL",
              "`interval.handling.mode` string",
              TIME + "Interval",
              "string",
              "",
              "\"P1Y2M3DT4H5M6S\"",
              "\"P1Y2M3DT4H5M6S\""),
          named(
              POSTGRES,
              "INTERVAL",
              "`interval.handling.mode` numeric",
              TIME + "MicroDuration",
              "int64",
              "",
              "93784000000",
              "\"93784000000\""),
          // text, bytes, lists
          plain(
              MYSQL,
              "VARBINARY(3)",
              "`binary.handling.mode` bytes",
              "bytes",
              "\"5oiR\"",
              "\"\u00e6\u0088\u0091\""),
          named(
              MYSQL,
              "ENUM('a','b')",
              "",
              DATA + "Enum",
              "string",
              "\"allowed\":\"a,b\"",
              "\"b\"",
              "\"2\""),
          named(
              MYSQL,
              "SET('a','b')",
              "",
              DATA + "EnumSet",
              "string",
              "\"allowed\":\"a,b\"",
              "\"a,b\"",
              "\"3\""),
          named(
              MYSQL,
              "JSON",
              "",
              DATA + "Json",
              "string",
              "",
              "\"{\\\"a\\\": 1}\"",
              "\"{\\\"a\\\": 1}\""),
          named(
              POSTGRES,
              "UUID",
              "",
              DATA + "Uuid",
              "string",
              "",
              "\"0e37df36-f698-11e6-8dd4-cb9ced3df976\"",
              "\"0e37df36-f698-11e6-8dd4-cb9ced3df976\""),
          named(POSTGRES, "JSONB", "", DATA + "Json", "string", "", "\"{}\"", "\"{}\""),
          plain(POSTGRES, "TEXT[]", "", "array", "[\"a\",null]", "\"[\\\"a\\\",null]\""),
          plain(
              POSTGRES,
              "HSTORE",
              "`hstore.handling.mode` map",
              "map",
              "{\"a\":\"1\"}",
              "\"{\\\"a\\\":\\\"1\\\"}\""),
          plain(
              POSTGRES,
              "TEXT (TOAST, unchanged)",
              "",
              "string",
              PLACEHOLDER,
              "left out, named in `unavailable`"),
          plain(
              POSTGRES,
              "BYTEA (TOAST, unchanged)",
              "",
              "bytes",
              "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"",
              "left out, named in `unavailable`"));

  private static String letter() {
    return "dead letter: column v holds what its type doesn't allow";
  }

  /** What no type of MySQL's holds. */
  private static DebeziumValue unheld(
      String column, String mode, String name, String type, String json) {
    return named(POSTGRES, column, mode, TIME + name, type, "", json, letter());
  }

  static DebeziumValue plain(
      String connector, String column, String mode, String type, String json, String expected) {
    return new DebeziumValue(
        connector, column, mode, "`" + type + "`", type, "", "", json, expected);
  }

  static DebeziumValue named(
      String connector,
      String column,
      String mode,
      String name,
      String type,
      String parameters,
      String json,
      String expected) {
    String shown = "`" + name.substring(name.lastIndexOf('.') + 1) + "`";
    return new DebeziumValue(
        connector, column, mode, shown, type, name, parameters, json, expected);
  }

  /** The column in the schema. */
  String field() {
    String named = name.isEmpty() ? "" : "\"name\":\"" + name + "\",";
    return "{\"type\":\"%s\",\"optional\":true,%s\"parameters\":{%s},\"field\":\"v\"}"
        .formatted(type, named, parameters);
  }
}
