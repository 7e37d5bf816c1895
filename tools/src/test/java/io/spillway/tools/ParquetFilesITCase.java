package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.testing.LiveTree;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole runs to Parquet, read by DuckDB, against the same as canal-json. */
class ParquetFilesITCase extends FileFormatContract {
  private Connection duckDb;

  ParquetFilesITCase() {
    super(new Format("parquet", "", ", parquet: {output-old-value: true}", ".parquet"));
  }

  @BeforeEach
  void connect() throws SQLException {
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterEach
  void disconnect() throws SQLException {
    duckDb.close();
  }

  /** What DuckDB answers, as texts. */
  private List<List<String>> query(String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = duckDb.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  List<List<String>> read(List<Path> files, JsonNode columns) throws SQLException {
    List<String> names = new ArrayList<>(List.of("_op", "_commit_ts"));
    columns.forEach(column -> names.add(column.get("ColumnName").asText()));
    names.add("_unfit");
    return query(
        "SELECT %s FROM read_parquet(%s)"
            .formatted(
                names.stream().map(c -> "\"" + c + "\"").collect(Collectors.joining(", ")),
                files.stream()
                    .map(file -> "'" + file + "'")
                    .collect(Collectors.joining(", ", "[", "]"))));
  }

  @Override
  List<String> expected(JsonNode row, JsonNode columns) {
    List<String> fields = new ArrayList<>();
    fields.add(row.get("type").asText().substring(0, 1));
    fields.add(row.get("_tidb").get("commitTs").asText());
    for (JsonNode column : columns) {
      JsonNode value = row.get("data").get(0).path(column.get("ColumnName").asText());
      fields.add(value.isNull() || value.isMissingNode() ? null : value.asText());
    }
    fields.add(null);
    return fields;
  }

  /** A column, what DuckDB calls its type, a text of it and what DuckDB reads. */
  private record Typed(String column, String type, String text, String read) {}

  private static final List<Typed> TYPES =
      List.of(
          new Typed(
              "id BIGINT UNSIGNED PRIMARY KEY",
              "DECIMAL(20,0)",
              "18446744073709551615",
              "18446744073709551615"),
          new Typed("i8 TINYINT", "INTEGER", "-128", "-128"),
          new Typed("i32 INT", "INTEGER", "-2147483648", "-2147483648"),
          new Typed("u32 INT UNSIGNED", "BIGINT", "4294967295", "4294967295"),
          new Typed("i64 BIGINT", "BIGINT", "-9223372036854775808", "-9223372036854775808"),
          new Typed("y YEAR", "INTEGER", "2016", "2016"),
          new Typed("b1 BIT(1)", "BOOLEAN", "1", "true"),
          new Typed("b9 BIT(9)", "BIGINT", "257", "257"),
          new Typed("b64 BIT(64)", "DECIMAL(20,0)", "18446744073709551615", "18446744073709551615"),
          new Typed("d9 DECIMAL(9,2)", "DECIMAL(9,2)", "-1234567.89", "-1234567.89"),
          new Typed(
              "d18 DECIMAL(18,6)", "DECIMAL(18,6)", "123456789012.345678", "123456789012.345678"),
          new Typed(
              "d38 DECIMAL(38,10)",
              "DECIMAL(38,10)",
              "-9999999999999999999999999999.9999999999",
              "-9999999999999999999999999999.9999999999"),
          new Typed(
              "d65 DECIMAL(65,30)",
              "VARCHAR",
              "0.000000000000000000000000000001",
              "0.000000000000000000000000000001"),
          new Typed("f FLOAT", "FLOAT", "1.5", "1.5"),
          new Typed("r DOUBLE", "DOUBLE", "-2.5e-300", "-2.5E-300"),
          new Typed("day DATE", "DATE", "9999-12-31", "9999-12-31"),
          new Typed("t TIME(6)", "TIME", "23:59:59.123456", "23:59:59.123456"),
          new Typed(
              "dt DATETIME(6)",
              "TIMESTAMP",
              "9999-12-31 23:59:59.999999",
              "9999-12-31 23:59:59.999999"),
          new Typed(
              "ts TIMESTAMP(3)",
              "TIMESTAMP WITH TIME ZONE",
              "2026-07-01 12:00:00.120",
              "1782900000120000"),
          new Typed("v VARCHAR(9)", "VARCHAR", "é😀\\r\\n", "é😀\r\n"),
          new Typed("j JSON", "JSON", "{\\\"k\\\": [1, null]}", "{\"k\": [1, null]}"),
          new Typed("bin VARBINARY(9)", "BLOB", "\\u00e6\\u0000", "E600"),
          new Typed("e ENUM('a','b')", "VARCHAR", "2", "b"),
          new Typed("s SET('x','y','z')", "VARCHAR", "5", "x,z"));

  private static String name(Typed typed) {
    return typed.column().substring(0, typed.column().indexOf(' '));
  }

  private static String read(Typed typed) {
    return switch (typed.type()) {
      // as numbers and digits, which no setting of a client changes
      case "TIMESTAMP WITH TIME ZONE" -> "epoch_us(ts)";
      case "BLOB" -> "hex(bin)";
      default -> name(typed);
    };
  }

  @Test
  void everyTypeIsReadValueByValue() throws Exception {
    String columns = TYPES.stream().map(Typed::column).collect(Collectors.joining(", "));
    String values =
        TYPES.stream()
            .map(typed -> "\"%s\":\"%s\"".formatted(name(typed), typed.text()))
            .collect(Collectors.joining(","));
    String nulls =
        TYPES.stream()
            .skip(1)
            .map(typed -> "\"%s\":null".formatted(name(typed)))
            .collect(Collectors.joining(","));
    String bad = nulls.replace("\"day\":null", "\"day\":\"0000-00-00\"");
    input(
        columns,
        row(1001, "{" + values + "}"),
        row(1002, "{\"id\":\"0\"," + nulls + "}"),
        row(1003, "{\"id\":\"1\"," + bad + "}"));
    run(
        pipeline(
            "typed",
            ", format: parquet, parquet: {compression: snappy, timestamp-zone: Europe/Berlin}"));

    List<Path> files = LiveTree.files(folder.resolve("typed"), name -> name.endsWith(".parquet"));
    assertThat(files).hasSize(1);
    String from = " FROM '" + files.get(0) + "' ORDER BY _commit_ts";
    assertThat(
            query(
                    "SELECT "
                        + TYPES.stream()
                            .map(typed -> "typeof(" + name(typed) + ")")
                            .collect(Collectors.joining(", "))
                        + from)
                .get(0))
        .isEqualTo(TYPES.stream().map(Typed::type).toList());
    String selected = TYPES.stream().map(typed -> read(typed)).collect(Collectors.joining(", "));
    List<List<String>> read = query("SELECT " + selected + from);
    assertThat(read.get(0)).isEqualTo(TYPES.stream().map(Typed::read).toList());
    List<String> empty = new ArrayList<>(Arrays.asList(new String[TYPES.size()]));
    empty.set(0, "0");
    assertThat(read.get(1)).isEqualTo(empty);
    assertThat(query("SELECT _op, _commit_ts, day, _unfit" + from).get(2))
        .isEqualTo(Arrays.asList("I", "1003", null, "{\"day\":\"0000-00-00\"}"));
    assertThat(query("SELECT DISTINCT compression FROM parquet_metadata('" + files.get(0) + "')"))
        .containsExactly(List.of("SNAPPY"));
    verified("typed", "3 rows");
    reported("typed");
  }
}
