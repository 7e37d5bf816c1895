package io.spillway.tools;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.tools.testing.CanalStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Tables in one stream that are each awkward in another way. */
final class AwkwardTables {
  static final int ROWS = 50;
  static final int CALM_TABLES = 6;
  static final List<String> ODD_COLUMNS = List.of("_id", "_source", "a.b", "..", ".a", "", " ");

  /** Type and value as the stream has it, and the value in the document. */
  static final List<List<String>> VALUES =
      List.of(
          List.of("bigint unsigned", "18446744073709551615", "18446744073709551615"),
          List.of("bit(64)", "18446744073709551615", "18446744073709551615"),
          List.of(
              "decimal(65,30)",
              "99999999999999999999999999999999999.111111111111111111111111111111",
              "99999999999999999999999999999999999.111111111111111111111111111111"),
          List.of("varchar(3)", "", "\"\""),
          List.of("year", "0000", "0"),
          List.of("time(3)", "-838:59:59.000", "\"-838:59:59.000\""),
          List.of("datetime(6)", "9999-12-31 23:59:59.999999", "\"9999-12-31T23:59:59.999999\""),
          List.of("datetime", "1000-01-01 00:00:00", "\"1000-01-01T00:00:00\""),
          List.of("timestamp(3)", "2024-07-01 10:00:00.120", "\"2024-07-01T10:00:00.120Z\""),
          List.of("date", "0000-00-00", "null"),
          List.of("date", "2024-02-30", "\"2024-02-30\""),
          List.of("float", "3.4028235e38", "3.4028235e38"),
          List.of("double", "1.7976931348623157e308", "1.7976931348623157e308"),
          List.of("longtext", "w".repeat(40_000), "\"" + "w".repeat(40_000) + "\""),
          List.of("varchar(9)", "\ud83d\ude00\u0000", "\"\ud83d\ude00\\u0000\""),
          List.of("vector(3)", "[1,2.5,3]", "[1,2.5,3]"),
          List.of("vector(3)", "[1,2]", "[1,2]"),
          List.of("set", "5", "5"),
          List.of("set", "a,b", "\"a,b\""),
          List.of("tinyint(1)", "1", "1"));

  static final List<String> MIXED =
      List.of("{\"a\":1}", "{\"a\":\"x\"}", "{\"a\":{\"b\":1}}", "[1,{\"c\":2}]", "7");

  private AwkwardTables() {}

  /** Writes TiCDC's messages into {@code in}, and those of Debezium into {@code pg}. */
  static void write(Path folder) throws IOException {
    stream().partitions().write(folder.resolve("in"));
    debezium(folder);
  }

  private static CanalStream stream() {
    CanalStream stream = new CanalStream();
    for (int id = 0; id < ROWS; id++) {
      for (int table = 0; table < CALM_TABLES; table++) {
        stream.insert("calm_" + table, id, "" + id);
      }
      stream.insert("strict", id, "x" + id);
      stream.insert("red", id, "" + id);
      stream.insert("shut", id, "" + id);
      stream.insert("keyless", id, "" + id).putNull("pkNames");
    }
    stream.row("empty_key", "INSERT", "id", "varchar(4)", "", "v", "varchar(4)", "x");
    values(stream);
    statements(stream);
    keys(stream);
    return stream;
  }

  private static void values(CanalStream stream) {
    List<String> columns = new ArrayList<>(List.of("id", "bigint", "1"));
    for (int i = 0; i < VALUES.size(); i++) {
      columns.addAll(List.of("v" + i, VALUES.get(i).get(0), VALUES.get(i).get(1)));
    }
    stream.row("values", "INSERT", columns.toArray(String[]::new));
    // one column whose values an engine would guess different types from
    for (int i = 0; i < MIXED.size(); i++) {
      stream.row("mixed", "INSERT", "id", "bigint", "" + i, "v", "json", MIXED.get(i));
      stream.insert("guessed", i, i == 0 ? "2024-01-01" : MIXED.get(i));
    }
    List<String> odd = new ArrayList<>(List.of("id", "bigint", "1"));
    ODD_COLUMNS.forEach(name -> odd.addAll(List.of(name, "varchar(9)", "x")));
    stream.row("odd_columns", "INSERT", odd.toArray(String[]::new));
    for (int id = 0; id < ROWS; id++) {
      stream.row("odd_key", "INSERT", "_id", "varchar(9)", "" + id, "v", "varchar(9)", "x");
    }
  }

  private static void statements(CanalStream stream) {
    stream.insert("emptied", 1, "before");
    stream.insert("emptied", 2, "before");
    stream.ddl("emptied", "TRUNCATE", "TRUNCATE TABLE `emptied`");
    stream.insert("emptied", 3, "after");
    stream.insert("dropped", 1, "before");
    stream.ddl("dropped", "ERASE", "DROP TABLE `dropped`");
    stream.insert("old_name", 1, "before");
    stream.ddl("new_name", "RENAME", "RENAME TABLE `shop`.`old_name` TO `shop`.`new_name`");
    stream.insert("new_name", 1, "after").put("type", "UPDATE");
    stream.insert("whole", 1, "x".repeat(20));
    keysOnly(stream, "UPDATE", 1).withObject("/_tidb").put("onlyHandleKey", true);
    keysOnly(stream, "INSERT", 2)
        .withObject("/_tidb")
        .put("claimCheckLocation", "s3://b/claim/1.json");
  }

  private static ObjectNode keysOnly(CanalStream stream, String type, int id) {
    return stream.row("whole", type, "id", "bigint", "" + id);
  }

  private static void keys(CanalStream stream) {
    for (String key : List.of("9223372036854775807", "9223372036854775808")) {
      stream.row("unsigned_key", "INSERT", "id", "bigint unsigned", key, "v", "varchar(9)", "x");
    }
    stream.insert("gone", 7, "x");
    ObjectNode delete = stream.insert("gone", 7, "x").put("type", "DELETE");
    delete.set("old", delete.get("data"));
    delete.putNull("data");
    stream.insert("cases", 1, "x").put("type", "insert");
    stream.insert("cases", 1, "y").put("type", "Update");
    stream.insert("cases", 2, "x").put("type", "UPSERT");
    stream.insert("Orders", 1, "A");
    stream.insert("orders", 1, "B");
    stream.insert("Orders", 1, "A").put("type", "DELETE");
    stream.insert("c", 1, "C").put("database", "shop.b");
    stream.insert("b.c", 1, "D");
  }

  /** Of a server whose updates leave out what hasn't changed, and of one that sends decimals. */
  private static void debezium(Path folder) throws IOException {
    String gap = "__debezium_unavailable_value";
    String bytes = Base64.getEncoder().encodeToString(gap.getBytes(ISO_8859_1));
    Files.createDirectories(folder.resolve("pg"));
    Files.write(
        folder.resolve("pg/pg-0.ndjson"),
        List.of(
            toast("c", 1, "toast", "\"bio\":\"long\",\"name\":\"a\""),
            toast("u", 2, "toast", "\"bio\":\"" + gap + "\",\"name\":\"b\""),
            toast("c", 3, "toast_json", "\"js\":\"{\\\"k\\\":1}\",\"blob\":\"AP8=\""),
            toast("u", 4, "toast_json", "\"js\":\"" + gap + "\",\"blob\":\"" + bytes + "\""),
            decimal("/w==")),
        UTF_8);
  }

  private static String toast(String op, int ms, String table, String values) {
    String fields =
        "[{\"type\":\"int32\",\"optional\":false,\"field\":\"id\"},"
            + "{\"type\":\"string\",\"optional\":true,\"field\":\"name\"},"
            + "{\"type\":\"string\",\"optional\":true,\"field\":\"bio\"},"
            + "{\"type\":\"bytes\",\"optional\":true,\"field\":\"blob\"},"
            + "{\"type\":\"string\",\"optional\":true,\"name\":\"io.debezium.data.Json\","
            + "\"version\":1,\"field\":\"js\"}]";
    return ("{\"key\":{\"id\":1},\"value\":{\"schema\":{\"type\":\"struct\",\"fields\":["
            + "{\"type\":\"struct\",\"optional\":true,\"field\":\"after\",\"fields\":%s}]},"
            + "\"payload\":{\"before\":null,\"after\":{\"id\":1,%s},\"op\":\"%s\","
            + "\"ts_ms\":%d,\"source\":{\"connector\":\"postgresql\",\"db\":\"app\","
            + "\"schema\":\"shop\",\"table\":\"%s\",\"ts_ms\":%d}}}}")
        .formatted(fields, values, op, 1_768_472_430_000L + ms, table, 1_768_472_430_000L + ms);
  }

  private static String decimal(String bytes) {
    return ("{\"key\":{\"id\":1},\"value\":{\"schema\":{\"type\":\"struct\",\"fields\":["
            + "{\"field\":\"after\",\"type\":\"struct\",\"fields\":["
            + "{\"field\":\"id\",\"type\":\"int64\"},{\"field\":\"d\",\"type\":\"bytes\","
            + "\"name\":\"org.apache.kafka.connect.data.Decimal\",\"parameters\":{\"scale\":\"0\"},"
            + "\"optional\":true}]}]},\"payload\":{\"op\":\"c\",\"after\":{\"id\":1,\"d\":\"%s\"},"
            + "\"source\":{\"db\":\"shop\",\"table\":\"negative\",\"ts_ms\":1768472430400},"
            + "\"ts_ms\":1768472430400}}}")
        .formatted(bytes);
  }
}
