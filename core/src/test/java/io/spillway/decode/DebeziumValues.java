package io.spillway.decode;

import static io.spillway.decode.DebeziumValue.ADAPTIVE;
import static io.spillway.decode.DebeziumValue.CONNECT;
import static io.spillway.decode.DebeziumValue.DATA;
import static io.spillway.decode.DebeziumValue.MYSQL;
import static io.spillway.decode.DebeziumValue.POSTGRES;
import static io.spillway.decode.DebeziumValue.PRECISE;
import static io.spillway.decode.DebeziumValue.TIME;
import static io.spillway.decode.DebeziumValue.named;
import static io.spillway.decode.DebeziumValue.plain;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Values of every connector's columns, in each of its modes. */
final class DebeziumValues {
  private static final String ORACLE = "Oracle";
  private static final String SQL_SERVER = "SQL Server";
  private static final String DB2 = "Db2";
  private static final List<String> CONNECTORS = List.of(MYSQL, POSTGRES, ORACLE, SQL_SERVER, DB2);

  private static final List<DebeziumValue> OF_OTHER_DATABASES =
      List.of(
          named(
              ORACLE,
              "NUMBER",
              PRECISE,
              DATA + "VariableScaleDecimal",
              "struct",
              "",
              "{\"scale\":0,\"value\":\"AQ==\"}",
              "\"1\""),
          named(
              ORACLE,
              "NUMBER(38,10)",
              PRECISE,
              CONNECT + "Decimal",
              "bytes",
              "\"scale\":\"10\",\"connect.decimal.precision\":\"38\"",
              "\"AQ==\"",
              "\"0.0000000001\""),
          named(
              SQL_SERVER,
              "DATETIME2(7)",
              ADAPTIVE,
              TIME + "NanoTimestamp",
              "int64",
              "",
              "1786000000123456700",
              "\"2026-08-06 07:06:40.1234567\""),
          named(
              SQL_SERVER,
              "TIME(7)",
              ADAPTIVE,
              TIME + "NanoTime",
              "int64",
              "",
              "45296123456700",
              "\"12:34:56.1234567\""),
          named(
              SQL_SERVER,
              "DATETIMEOFFSET(7)",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2026-08-06T07:06:40.1234567+05:30\"",
              "\"2026-08-06 01:36:40.1234567\""),
          named(
              ORACLE,
              "TIMESTAMP(9)",
              ADAPTIVE,
              TIME + "NanoTimestamp",
              "int64",
              "",
              "1786000000123456789",
              "\"2026-08-06 07:06:40.123456789\""),
          named(
              ORACLE,
              "DATE",
              ADAPTIVE,
              TIME + "Timestamp",
              "int64",
              "",
              "1476497715000",
              "\"2016-10-15 02:15:15\""),
          named(SQL_SERVER, "XML", "", DATA + "Xml", "string", "", "\"<a/>\"", "\"<a/>\""),
          plain(ORACLE, "NUMBER(9)", "", "int32", "7", "\"7\""),
          named(
              ORACLE,
              "FLOAT",
              PRECISE,
              DATA + "VariableScaleDecimal",
              "struct",
              "",
              "{\"scale\":1,\"value\":\"DA==\"}",
              "\"1.2\""),
          plain(ORACLE, "BINARY_DOUBLE", "", "double", "1.5", "\"1.5\""),
          plain(ORACLE, "VARCHAR2(9), CLOB", "", "string", "\"a\"", "\"a\""),
          plain(
              ORACLE,
              "RAW(3), BLOB",
              "`binary.handling.mode` bytes",
              "bytes",
              "\"AQI=\"",
              "\"\\u0001\\u0002\""),
          plain(ORACLE, "BLOB", "`binary.handling.mode` base64", "string", "\"AQI=\"", "\"AQI=\""),
          named(
              ORACLE,
              "TIMESTAMP(6)",
              ADAPTIVE,
              TIME + "MicroTimestamp",
              "int64",
              "",
              "1476497715120001",
              "\"2016-10-15 02:15:15.120001\""),
          named(
              ORACLE,
              "TIMESTAMP(6) WITH TIME ZONE",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2016-10-15T02:15:15.120001-05:00\"",
              "\"2016-10-15 07:15:15.120001\""),
          named(
              ORACLE,
              "TIMESTAMP(6) WITH LOCAL TIME ZONE",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2016-10-15T07:15:15.120001Z\"",
              "\"2016-10-15 07:15:15.120001\""),
          named(
              ORACLE,
              "INTERVAL DAY TO SECOND",
              "`interval.handling.mode` numeric",
              TIME + "MicroDuration",
              "double",
              "",
              "9.3784E10",
              "\"93784000000\""),
          named(
              ORACLE,
              "INTERVAL YEAR TO MONTH",
              "`interval.handling.mode` string",
              TIME + "Interval",
              "string",
              "",
              "\"P1Y2M0DT0H0M0S\"",
              "\"P1Y2M0DT0H0M0S\""),
          named(ORACLE, "XMLTYPE", "", DATA + "Xml", "string", "", "\"<a/>\"", "\"<a/>\""),
          plain(SQL_SERVER, "BIT", "", "boolean", "true", "\"1\""),
          plain(SQL_SERVER, "TINYINT", "", "int16", "255", "\"255\""),
          named(
              SQL_SERVER,
              "MONEY",
              PRECISE,
              CONNECT + "Decimal",
              "bytes",
              "\"scale\":\"4\",\"connect.decimal.precision\":\"19\"",
              "\"AXvIAA==\"",
              "\"2488.9344\""),
          plain(SQL_SERVER, "REAL", "", "float", "1.5", "\"1.5\""),
          named(
              SQL_SERVER, "DATE", ADAPTIVE, TIME + "Date", "int32", "", "17089", "\"2016-10-15\""),
          named(
              SQL_SERVER,
              "TIME(3)",
              ADAPTIVE,
              TIME + "Time",
              "int32",
              "",
              "45296123",
              "\"12:34:56.123\""),
          named(
              SQL_SERVER,
              "TIME(6)",
              ADAPTIVE,
              TIME + "MicroTime",
              "int64",
              "",
              "45296123456",
              "\"12:34:56.123456\""),
          named(
              SQL_SERVER,
              "DATETIME, SMALLDATETIME",
              ADAPTIVE,
              TIME + "Timestamp",
              "int64",
              "",
              "1476497715120",
              "\"2016-10-15 02:15:15.120\""),
          named(
              SQL_SERVER,
              "DATETIME2(6)",
              ADAPTIVE,
              TIME + "MicroTimestamp",
              "int64",
              "",
              "1476497715120001",
              "\"2016-10-15 02:15:15.120001\""),
          plain(
              SQL_SERVER,
              "UNIQUEIDENTIFIER",
              "",
              "string",
              "\"0E37DF36-F698-11E6-8DD4-CB9CED3DF976\"",
              "\"0E37DF36-F698-11E6-8DD4-CB9CED3DF976\""),
          plain(
              SQL_SERVER,
              "ROWVERSION, VARBINARY(8)",
              "`binary.handling.mode` bytes",
              "bytes",
              "\"AAAAAAAAB9E=\"",
              "\"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0007Ñ\""),
          named(
              SQL_SERVER,
              "GEOMETRY",
              "",
              DATA + "geometry.Geometry",
              "struct",
              "",
              "{\"srid\":4326,\"wkb\":\"AQ==\"}",
              "\"{\\\"srid\\\":4326,\\\"wkb\\\":\\\"AQ==\\\"}\""),
          named(
              DB2,
              "DECIMAL(12,2)",
              PRECISE,
              CONNECT + "Decimal",
              "bytes",
              "\"scale\":\"2\",\"connect.decimal.precision\":\"12\"",
              "\"AxY=\"",
              "\"7.90\""),
          named(
              DB2,
              "TIMESTAMP(6)",
              ADAPTIVE,
              TIME + "MicroTimestamp",
              "int64",
              "",
              "1476497715120001",
              "\"2016-10-15 02:15:15.120001\""),
          named(
              DB2,
              "TIMESTAMP(9)",
              ADAPTIVE,
              TIME + "NanoTimestamp",
              "int64",
              "",
              "1476497715120001002",
              "\"2016-10-15 02:15:15.120001002\""),
          named(DB2, "TIME", ADAPTIVE, TIME + "Time", "int32", "", "45296000", "\"12:34:56\""),
          named(DB2, "XML", "", DATA + "Xml", "string", "", "\"<a/>\"", "\"<a/>\""),
          plain(DB2, "VARCHAR(9), CLOB", "", "string", "\"a\"", "\"a\""));

  private static final List<DebeziumValue> OF_FURTHER_TYPES =
      List.of(
          plain(POSTGRES, "BOOLEAN", "", "boolean", "false", "\"0\""),
          named(
              POSTGRES,
              "BIT(9)",
              "",
              DATA + "Bits",
              "bytes",
              "\"length\":\"9\"",
              "\"/wE=\"",
              "\"511\""),
          named(
              POSTGRES,
              "TIMESTAMP(3)",
              ADAPTIVE,
              TIME + "Timestamp",
              "int64",
              "",
              "1476497715120",
              "\"2016-10-15 02:15:15.120\""),
          named(
              POSTGRES,
              "TIME(6)",
              ADAPTIVE,
              TIME + "MicroTime",
              "int64",
              "",
              "45296123456",
              "\"12:34:56.123456\""),
          plain(
              POSTGRES,
              "INET, CIDR, MACADDR, INT4RANGE",
              "",
              "string",
              "\"192.0.2.1\"",
              "\"192.0.2.1\""),
          named(POSTGRES, "LTREE", "", DATA + "Ltree", "string", "", "\"a.b\"", "\"a.b\""),
          named(
              POSTGRES, "TSVECTOR", "", DATA + "Tsvector", "string", "", "\"'a':1\"", "\"'a':1\""),
          named(
              POSTGRES,
              "POINT",
              "",
              DATA + "geometry.Point",
              "struct",
              "",
              "{\"x\":1.0,\"y\":2.0,\"wkb\":null,\"srid\":null}",
              "\"{\\\"x\\\":1.0,\\\"y\\\":2.0,\\\"wkb\\\":null,\\\"srid\\\":null}\""),
          named(
              POSTGRES,
              "ENUM",
              "",
              DATA + "Enum",
              "string",
              "\"allowed\":\"a,b\"",
              "\"b\"",
              "\"2\""),
          named(
              POSTGRES,
              "VECTOR(2)",
              "",
              DATA + "DoubleVector",
              "array",
              "",
              "[1.5,2.0]",
              "\"[1.5,2.0]\""),
          plain(
              POSTGRES, "BYTEA", "`binary.handling.mode` base64", "string", "\"AQI=\"", "\"AQI=\""),
          named(
              POSTGRES,
              "HSTORE",
              "`hstore.handling.mode` json",
              DATA + "Json",
              "string",
              "",
              "\"{\\\"a\\\":\\\"1\\\"}\"",
              "\"{\\\"a\\\":\\\"1\\\"}\""),
          plain(MYSQL, "SMALLINT UNSIGNED", "", "int32", "65535", "\"65535\""),
          plain(MYSQL, "TINYINT(1), BOOLEAN", "", "int16", "1", "\"1\""),
          named(
              MYSQL,
              "TIMESTAMP(6)",
              "",
              TIME + "ZonedTimestamp",
              "string",
              "",
              "\"2016-10-15T02:15:15.120001Z\"",
              "\"2016-10-15 02:15:15.120001\""),
          named(
              MYSQL,
              "VECTOR(2)",
              "",
              DATA + "FloatVector",
              "array",
              "",
              "[1.5,2.0]",
              "\"[1.5,2.0]\""),
          named(
              MYSQL,
              "GEOMETRY",
              "",
              DATA + "geometry.Geometry",
              "struct",
              "",
              "{\"wkb\":\"AQ==\",\"srid\":null}",
              "\"{\\\"wkb\\\":\\\"AQ==\\\",\\\"srid\\\":null}\""));

  static final List<DebeziumValue> ALL =
      Stream.of(DebeziumValue.OF_OPEN_DATABASES, OF_FURTHER_TYPES, OF_OTHER_DATABASES)
          .flatMap(List::stream)
          .sorted(Comparator.comparing(value -> CONNECTORS.indexOf(value.connector())))
          .toList();

  private DebeziumValues() {}
}
