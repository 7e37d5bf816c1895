package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.schema.Column;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;

/** The table of types in {@code docs/parquet.md}, made of what a file has of each. */
class ParquetTypesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "parquet.md");
  private static final String HEAD =
      """
      | column | in the schema file | in the file | text of the source | value | `_unfit` has |
      |---|---|---|---|---|---|
      """;
  private static final String ZONE = "Europe/Berlin";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A column, and a text of it. */
  private record Sample(String shown, Column column, String text) {}

  private final List<Sample> samples = new ArrayList<>();

  private void add(String shown, Column column, String... texts) {
    for (String text : texts) {
      samples.add(new Sample(shown, column, text));
    }
  }

  private static Column type(String type) {
    return ParquetBytes.column("v", type);
  }

  private static Column type(String type, String precision, String scale) {
    return ParquetBytes.column("v", type, precision, scale);
  }

  private static Column names(String type, String... elements) {
    return new Column("v", type, null, "", "", true, false, List.of(elements));
  }

  private void numbers() {
    add("TINYINT, BOOL; also UNSIGNED", type("TINYINT"), "-128");
    add("SMALLINT, MEDIUMINT; also UNSIGNED", type("MEDIUMINT UNSIGNED"), "16777215");
    add("INT", type("INT"), "-2147483648", "4294967295");
    add("INT UNSIGNED", type("INT UNSIGNED"), "4294967295");
    add("BIGINT", type("BIGINT"), "-9223372036854775808");
    add("BIGINT UNSIGNED", type("BIGINT UNSIGNED"), "18446744073709551615");
    add("YEAR", type("YEAR"), "2016");
    add("BIT(1), BOOLEAN of PostgreSQL, BIT of SQL Server", type("BIT", "1", ""), "1");
    add("BIT(2) to BIT(63), BIT of unknown length", type("BIT", "9", ""), "511");
    add("BIT(64)", type("BIT", "64", ""), "18446744073709551615");
    add("DECIMAL up to 9 digits", type("DECIMAL", "9", "2"), "-12.50", "12.345");
    add("DECIMAL up to 18 digits", type("DECIMAL", "18", "6"), "123456789012.345678");
    add(
        "DECIMAL up to 38 digits",
        type("DECIMAL", "38", "10"),
        "-9999999999999999999999999999.9999999999");
    add("DECIMAL of more digits", type("DECIMAL", "65", "30"), "0.000000000000000000000000000001");
    add("NUMERIC, NUMBER without precision", type("DECIMAL"), "1.50");
    add("FLOAT", type("FLOAT"), "1.5", "NaN", "1e39");
    add("DOUBLE", type("DOUBLE"), "-2.5e-300");
  }

  private void times() {
    add("DATE", type("DATE"), "2016-10-15", "0000-00-00", "2016-10-00");
    add("TIME", type("TIME", "", "6"), "23:59:59.123456", "-12:30:00", "838:59:59");
    add("TIME of 7 digits and more", type("TIME"), "12:34:56.1234567");
    add("DATETIME", type("DATETIME", "", "6"), "9999-12-31 23:59:59.999999", "0000-00-00 00:00:00");
    add(
        "DATETIME of 7 digits and more",
        type("DATETIME", "", "9"),
        "2026-08-06 07:06:40.123456789");
    add("the same, out of range", type("DATETIME", "", "9"), "9999-12-31 00:00:00");
    add(
        "TIMESTAMP (here with `timestamp-zone: Europe/Berlin`)",
        type("TIMESTAMP", "", "3"),
        "2026-07-01 12:00:00.120");
    add("the same, an hour that the zone has twice", type("TIMESTAMP"), "2026-10-25 02:30:00");
    add("the same, an hour that the zone leaves out", type("TIMESTAMP"), "2026-03-29 02:30:00");
  }

  private void texts() {
    add("CHAR, VARCHAR, TEXT and its relatives", type("VARCHAR"), "é😀", "half \\ud83d");
    add("JSON; arrays, maps of PostgreSQL", type("JSON"), "{\\\"a\\\": 1}");
    add("VECTOR", type("VECTOR"), "[1.5,2.0]");
    add("BINARY, VARBINARY, BLOB and its relatives", type("BLOB"), "\\u00e6\\u0000", "→");
    add("ENUM", names("ENUM", "a", "b"), "2", "3");
    add("ENUM whose names no statement has told", names("ENUM"), "2");
    add("SET", names("SET", "a", "b", "c"), "5");
    add("UUID, INET, INTERVAL and all others", type("VARCHAR"), "192.0.2.1");
  }

  private String line(Sample sample) throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetBytes.options(false, ZONE), sample.column());
    file.row("INSERT", 7, "{\"v\":\"%s\"}".formatted(sample.text()), null);
    byte[] bytes = file.bytes();
    try (ParquetContent rows = new ParquetContent(new ByteArrayInputStream(bytes))) {
      assertThat(rows.next()).isTrue();
      PrimitiveType type = rows.schema().getType("v").asPrimitiveType();
      Object value = rows.values()[rows.place("v")];
      Object unfit = rows.values()[rows.place("_unfit")];
      assertThat(file.unfit()).isEqualTo(unfit == null ? 0 : 1);
      return "| %s | %s | %s | `%s` | %s | %s |\n"
          .formatted(
              sample.shown(),
              spelled(sample.column()),
              spelled(type),
              sample.text().replace("\\\"", "\""),
              value == null ? "NULL" : "`" + shown(type, value) + "`",
              unfit == null ? "" : "`" + unfitText((Binary) unfit) + "`");
    }
  }

  private static String unfitText(Binary json) throws IOException {
    String text = json.toStringUsingUTF8();
    assertThat(JSON.readTree(text).has("v")).isTrue();
    return text;
  }

  private static String spelled(Column column) {
    return "`%s`%s%s"
        .formatted(
            column.type(),
            column.precision().isEmpty() ? "" : " " + column.precision(),
            column.scale().isEmpty() ? "" : ", " + column.scale());
  }

  private static String spelled(PrimitiveType type) {
    String stored =
        type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
            ? "FIXED(" + type.getTypeLength() + ")"
            : type.getPrimitiveTypeName().name();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    return logical == null ? stored : stored + ", " + logical;
  }

  private static String shown(PrimitiveType type, Object value) {
    if (value instanceof Integer number) {
      return type.stringifier().stringify(number);
    } else if (value instanceof Long number) {
      return type.stringifier().stringify(number);
    } else if (value instanceof Binary bytes) {
      return type.stringifier().stringify(bytes);
    }
    return String.valueOf(value);
  }

  @Test
  void thePageHasWhatAFileHas() throws IOException {
    numbers();
    times();
    texts();
    StringBuilder table = new StringBuilder(HEAD);
    for (Sample sample : samples) {
      table.append(line(sample));
    }
    String page = Files.readString(PAGE);
    int from = page.indexOf(HEAD.lines().findFirst().orElseThrow());
    int to = page.indexOf("\n\n", from) + 1;
    assertThat(from).isPositive();
    if (Boolean.getBoolean("spillway.docs.write")) {
      Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
    } else {
      assertThat(page.substring(from, to)).isEqualTo(table.toString());
    }
  }
}
