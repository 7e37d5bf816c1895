package io.spillway.decode;

import io.spillway.event.TableId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Messages in the shapes that the sources' own manuals show, to be damaged. */
final class FuzzSeeds {
  static final TableId TABLE = new TableId("test", "t1");

  private static final String TOLD =
      """
      {"type":"ALTER","id":"\\"store\\".\\"bills\\"","table":{"primaryKeyColumnNames":["no"],\
      "columns":[{"name":"no","jdbcType":4,"typeName":"INT"},{"name":"who","jdbcType":12,\
      "typeName":"VARCHAR","length":9},{"name":"sum","jdbcType":3,"typeName":"DECIMAL",\
      "length":9,"scale":2,"enumValues":[]}]}}""";

  static final List<String> CANAL =
      List.of(
          Messages.INSERT,
          Messages.UPDATE,
          Messages.DELETE,
          Messages.DDL,
          Messages.WATERMARK,
          Messages.PLAIN,
          Messages.PLAIN.replace("INSERT", "INIT"),
          Messages.INSERT.replace("INSERT", "insert"),
          Messages.INSERT.replace("INSERT", "UPSERT"),
          Messages.INSERT.replace("601}", "601,\"onlyHandleKey\":true}"),
          Messages.INSERT.replace("601}", "601,\"claimCheckLocation\":\"s3://a/1\"}"),
          Messages.DDL.replace("ALTER TABLE `bills` ADD `memo` TEXT", "GRANT ALL ON *.* TO a"),
          Messages.DDL.replace("ALTER TABLE `bills` ADD `memo` TEXT", "RECOVER TABLE bills"),
          Messages.DELETE
              .replace("\"old\":null", "\"old\":[{\"no\":\"9\"}]")
              .replace("[{\"no\":\"9\"}]", "null"));

  static final List<String> SIMPLE =
      List.of(
          SimpleMessages.BOOTSTRAP,
          SimpleMessages.INSERT,
          SimpleMessages.UPDATE,
          SimpleMessages.DELETE,
          SimpleMessages.DDL,
          SimpleMessages.WATERMARK,
          SimpleMessages.INSERT.replace("INSERT", "UPSERT"),
          SimpleMessages.INSERT.replace("\"type\"", "\"handleKeyOnly\":true,\"type\""),
          SimpleMessages.DDL.replace("ALTER TABLE `bills` ADD COLUMN `memo` BLOB", "FLUSH LOGS"));

  static final List<String> OPEN =
      Stream.concat(
              Stream.of(
                  OpenMessages.INSERT,
                  OpenMessages.UPDATE,
                  OpenMessages.DELETE,
                  OpenMessages.DDL,
                  OpenMessages.WATERMARK,
                  OpenMessages.INSERT.with("\"t\":1}", "\"t\":1,\"ohk\":true}"),
                  OpenMessages.INSERT.with("\"t\":1}", "\"t\":1,\"ccl\":\"a.json\"}"),
                  OpenMessages.DDL.with("ALTER TABLE `bills` ADD `memo` TEXT", "FLUSH LOGS")),
              Stream.of(
                      "4,\"f\":64,\"v\":1.25e-7",
                      "252,\"f\":64,\"v\":\"WmU=\"",
                      "252,\"f\":65,\"v\":\"AAH/\"",
                      "15,\"f\":65,\"v\":\"a\\\\x00\\\\u00ad\\\\\\\"\"",
                      "16,\"f\":65,\"v\":18446744073709551615",
                      "245,\"f\":65,\"v\":\"{}\"",
                      "247,\"f\":64,\"v\":2")
                  .map(v -> OpenMessages.INSERT.with("15,\"f\":64,\"v\":\"", v + ",\"x\":\"")))
          .map(OpenMessages::joined)
          .toList();

  static final List<String> DEBEZIUM =
      Stream.concat(
              Stream.of(
                  DebeziumMessages.INSERT,
                  DebeziumMessages.UPDATE,
                  DebeziumMessages.DELETE,
                  DebeziumMessages.DDL,
                  DebeziumMessages.DDL
                      .replace("\"CREATE TABLE bills (no INT PRIMARY KEY)\"", "null")
                      .replace("\"tableChanges\":[]", "\"tableChanges\":[" + TOLD + "]"),
                  DebeziumMessages.TICDC_INSERT,
                  DebeziumMessages.TICDC_DDL,
                  DebeziumMessages.TICDC_WATERMARK,
                  "{\"key\":{\"no\":9},\"value\":" + DebeziumMessages.DELETE + "}",
                  "{\"key\":{\"no\":9},\"value\":null}",
                  "{\"status\":\"END\",\"id\":\"1\",\"ts_ms\":5}",
                  "{\"ts_ms\":1768472430951}",
                  DebeziumMessages.DELETE.replace("\"op\":\"d\"", "\"op\":\"t\""),
                  DebeziumMessages.UPDATE.replace("\"sum\":3.10", unavailable())),
              Stream.of(
                  typed("int64", "io.debezium.time.Timestamp", "1476497715000"),
                  typed("int64", "io.debezium.time.MicroTimestamp", "1476497715000001"),
                  typed("int64", "io.debezium.time.NanoTimestamp", "1476497715000000001"),
                  typed("int64", "io.debezium.time.NanoTime", "45296123456700"),
                  typed("int32", "io.debezium.time.Date", "17089"),
                  typed("int32", "io.debezium.time.Year", "2016"),
                  typed("string", "io.debezium.time.Interval", "\"P1Y2M3DT4H5M6S\""),
                  typed("string", "io.debezium.time.ZonedTimestamp", "\"2016-10-15T02:15:15Z\""),
                  typed("string", "io.debezium.data.Json", "\"{}\""),
                  typed("bytes", "io.debezium.data.Bits", "\"Aw==\""),
                  typed("bytes", "org.apache.kafka.connect.data.Decimal", "\"AxY=\""),
                  typed(
                      "struct",
                      "io.debezium.data.VariableScaleDecimal",
                      "{\"scale\":2,\"value\":\"AxY=\"}"),
                  typed("double", "none", "1.5e300"),
                  typed("array", "none", "[\"a\",null]")))
          .toList();

  private FuzzSeeds() {}

  /** Statements of the corpus of tests. */
  static List<String> statements() throws IOException {
    try (InputStream in = FuzzSeeds.class.getResourceAsStream("/ddl/statements.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("  "))
          .toList();
    }
  }

  private static String unavailable() {
    return "\"sum\":\"__debezium_unavailable_value\"";
  }

  private static String typed(String type, String name, String value) {
    String named = name.equals("none") ? "" : "\"name\":\"" + name + "\",";
    return DebeziumMessages.typed(
        "{\"type\":\"" + type + "\"," + named + "\"field\":\"v\"}", value);
  }
}
