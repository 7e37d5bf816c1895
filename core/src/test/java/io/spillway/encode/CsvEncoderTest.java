package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.CsvOptions.Binary;
import io.spillway.encode.CsvOptions.Terminator;
import io.spillway.event.TableId;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rows are in CSV, byte for byte as TiCDC writes them. */
class CsvEncoderTest {
  private static final CsvOptions OLD_VALUES =
      new CsvOptions(",", "\"", "\\N", true, Binary.BASE64, true, false, Terminator.CRLF);

  private static final TableStructure ORDERS =
      table(
          "shop",
          "orders",
          column("id", "BIGINT UNSIGNED"),
          column("name", "VARCHAR"),
          column("amount", "DECIMAL"),
          column("state", "ENUM", "new", "paid"));

  private static final String BEFORE =
      "{\"id\":\"7\",\"name\":\"Ann, \\\"B\\\"\",\"amount\":\"12.50\",\"state\":\"1\"}";
  private static final String AFTER =
      "{\"id\":\"7\",\"name\":null,\"amount\":\"0.10\",\"state\":\"2\"}";

  private static TableStructure table(String schema, String table, Column... columns) {
    return new TableStructure(new TableId(schema, table), List.of(columns));
  }

  private static Column column(String name, String type, String... elements) {
    return new Column(name, type, null, "", "", true, false, List.of(elements));
  }

  private static CsvOptions options(String delimiter, String quote, boolean commitTs) {
    return new CsvOptions(
        delimiter, quote, "\\N", commitTs, Binary.BASE64, false, false, Terminator.LF);
  }

  private static String row(String type, long commitTs, String data, String old) {
    return "{\"id\":0,\"pkNames\":[\"id\"],\"type\":\"%s\",\"old\":%s,\"data\":[%s],\"_tidb\":{\"commitTs\":%d}}"
        .formatted(type, old == null ? "null" : "[" + old + "]", data, commitTs);
  }

  private static String encode(CsvOptions options, TableStructure table, String... rows)
      throws IOException {
    CsvEncoder encoder = new CsvEncoder(options, table);
    CsvText out = new CsvText(options, 1);
    for (String row : rows) {
      byte[] bytes = (row + "\r\n").getBytes(StandardCharsets.UTF_8);
      assertThat(encoder.encode(bytes, 0, bytes.length, out)).as(row).isTrue();
    }
    return text(out);
  }

  private static String text(CsvText out) {
    return new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
  }

  private static String value(String type, String json, String... elements) throws IOException {
    TableStructure table = table("s", "t", column("id", "INT"), column("v", type, elements));
    String record =
        encode(
            options(",", "\"", false),
            table,
            row("INSERT", 1, "{\"id\":1,\"v\":" + json + "}", null));
    return record.substring("\"I\",\"t\",\"s\",1,".length(), record.length() - 1);
  }

  @Test
  void insertUpdateAndDeleteAreARecordEach() throws Exception {
    assertThat(
            encode(
                CsvOptions.DEFAULT,
                ORDERS,
                row("INSERT", 463594436794777607L, BEFORE, null),
                row("UPDATE", 463594436794777608L, AFTER, BEFORE),
                row("DELETE", 463594436794777609L, AFTER, null)))
        .isEqualTo(
            """
            "I","orders","shop",463594436794777607,7,"Ann, ""B""\","12.50","new"
            "U","orders","shop",463594436794777608,7,\\N,"0.10","paid"
            "D","orders","shop",463594436794777609,7,\\N,"0.10","paid"
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void withOldValuesAnUpdateIsTwoRecordsAndOthersSayThatTheyAreNone() throws Exception {
    assertThat(
            encode(
                OLD_VALUES,
                ORDERS,
                row("UPDATE", 463594436794777608L, AFTER, BEFORE),
                row("INSERT", 5, AFTER, null)))
        .isEqualTo(
            """
            "D","orders","shop",463594436794777608,true,7,"Ann, ""B""\","12.50","new"
            "I","orders","shop",463594436794777608,true,7,\\N,"0.10","paid"
            "I","orders","shop",5,false,7,\\N,"0.10","paid"
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void oldValuesThatHaveOnlyWhatChangedAreCompletedByTheOthers() throws Exception {
    assertThat(
            encode(
                OLD_VALUES, ORDERS, row("UPDATE", 8, AFTER, "{\"name\":\"Bob\",\"state\":null}")))
        .startsWith("\"D\",\"orders\",\"shop\",8,true,7,\"Bob\",\"0.10\",\\N\r\n");
  }

  @Test
  void anUpdateWhoseOldValuesTheSourceDoesNotSayStaysOneRecord() throws Exception {
    assertThat(encode(OLD_VALUES, ORDERS, row("UPDATE", 8, AFTER, null)))
        .isEqualTo("\"U\",\"orders\",\"shop\",8,true,7,\\N,\"0.10\",\"paid\"\r\n");
  }

  @Test
  void anUpdateThatChangesTheKeyIsADeleteAndAnInsert() throws Exception {
    String other = AFTER.replace("\"7\"", "\"9\"");
    assertThat(encode(CsvOptions.DEFAULT, ORDERS, row("UPDATE", 8, other, "{\"id\":\"7\"}")))
        .isEqualTo(
            "\"D\",\"orders\",\"shop\",8,7,\\N,\"0.10\",\"paid\"\r\n"
                + "\"I\",\"orders\",\"shop\",8,9,\\N,\"0.10\",\"paid\"\r\n");
    assertThat(encode(OLD_VALUES, ORDERS, row("UPDATE", 8, other, "{\"id\":\"7\"}")))
        .contains("\"D\",\"orders\",\"shop\",8,false,7", "\"I\",\"orders\",\"shop\",8,false,9");
  }

  @Test
  void withoutAQuoteTextsAreEscaped() throws Exception {
    String data = "{\"id\":\"7\",\"name\":\"a|b\\\\c\\nd\",\"amount\":\"12.50\",\"state\":\"1\"}";
    assertThat(
            encode(options("|", "", true), ORDERS, row("INSERT", 463594436794777607L, data, null)))
        .isEqualTo("I|orders|shop|463594436794777607|7|a\\|b\\\\c\\nd|12.50|new\n");
  }

  /** The values of the tests of TiCDC's own encoder. */
  @Test
  void theVectorsOfTicdcHold() throws Exception {
    assertThat(
            encode(
                options(",", "\"", true),
                table("test", "table1", column("a", "INT"), column("b", "VARCHAR")),
                row("INSERT", 435661838416609281L, "{\"a\":\"123\",\"b\":\"hello,world\"}", null)))
        .isEqualTo("\"I\",\"table1\",\"test\",435661838416609281,123,\"hello,world\"\n");
    assertThat(
            encode(
                options("!", "", true),
                table("test", "table2", column("a", "VARCHAR"), column("b", "VARCHAR")),
                row("UPDATE", 435661838416609281L, "{\"a\":\"a!b!c\",\"b\":\"def\"}", null)))
        .isEqualTo("U!table2!test!435661838416609281!a\\!b\\!c!def\n");
    assertThat(
            encode(
                options("[*]", "'", false),
                table(
                    "test",
                    "table5",
                    column("a", "VARCHAR"),
                    column("b", "VARCHAR"),
                    column("c", "VARCHAR"),
                    column("d", "DOUBLE")),
                row(
                    "INSERT",
                    1,
                    "{\"a\":\"a[*]b[*]c\",\"b\":\"def\",\"c\":null,\"d\":\"12345.678\"}",
                    null)))
        .isEqualTo("'I'[*]'table5'[*]'test'[*]'a[*]b[*]c'[*]'def'[*]\\N[*]12345.678\n");
    assertThat(value("VARCHAR", "\"\\\"a,b,c\"")).isEqualTo("\"\"\"a,b,c\"");
  }

  @Test
  void withoutAQuoteEachCharacterOfALongDelimiterIsEscaped() throws Exception {
    assertThat(
            encode(
                options("[*]", "", false),
                table("test", "t", column("a", "VARCHAR")),
                row("INSERT", 1, "{\"a\":\"x[*]y*\"}", null)))
        .isEqualTo("I[*]t[*]test[*]x\\[\\*\\]y*\n");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "TINYINT, '\"-128\"', -128",
        "BIGINT UNSIGNED, '\"18446744073709551615\"', 18446744073709551615",
        "BIT, '\"255\"', 255",
        "YEAR, '\"2026\"', 2026",
        "DECIMAL, '\"-0.000000000000000000000000000001\"', '\"-0.000000000000000000000000000001\"'",
        "DATETIME, '\"2026-01-15 10:20:30.000400\"', '\"2026-01-15 10:20:30.000400\"'",
        "TIME, '\"-838:59:59\"', '\"-838:59:59\"'",
        "VARCHAR, '\"\"', '\"\"'",
        "VARCHAR, 'null', \\N",
        "VARCHAR, '\"\\\\N\"', '\"\\N\"'",
        "BLOB, '\"\\u00e6\\u0000a\"', '\"5gBh\"'",
        "JSON, '\"{\\\"a\\\": \\\"x\\\"}\"', '\"{\"\"a\"\": \"\"x\"\"}\"'",
        "VECTOR, `'\"[1,2]\"'`, `'\"[1,2]\"'`",
      })
  void valuesStandByTheTypeOfTheirColumn(String type, String json, String expected)
      throws Exception {
    assertThat(value(type, unwrap(json))).isEqualTo(unwrap(expected));
  }

  private static String unwrap(String text) {
    return text.startsWith("'") ? text.substring(1, text.length() - 1) : text;
  }

  @Test
  void enumsAndSetsStandByNameWhereNamesAreKnown() throws Exception {
    assertThat(value("ENUM", "\"2\"", "a", "b,\"c")).isEqualTo("\"b,\"\"c\"");
    assertThat(value("ENUM", "\"0\"", "a")).isEqualTo("\"\"");
    assertThat(value("ENUM", "\"2\"")).isEqualTo("2");
    assertThat(value("SET", "\"5\"", "a", "b", "c")).isEqualTo("\"a,c\"");
    assertThat(value("SET", "\"0\"", "a")).isEqualTo("\"\"");
    List<String> most = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      most.add("e" + i);
    }
    String[] elements = most.toArray(new String[0]);
    assertThat(value("SET", "\"9223372036854775808\"", elements)).isEqualTo("\"e63\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ENUM; null; 1; 1",
        "ENUM; null; 0; 0",
        "ENUM; null; 2; 2",
        "ENUM; null; 3; 2",
        "ENUM; {\"v\":\"enum\"}; 1; 0",
        "ENUM; {\"v\":\"enum\"}; 2; 1",
        "SET; null; 1,0; 1,0",
        "SET; null; 2; 2",
        "SET; {\"v\":\"set\"}; 2; 1"
      })
  void aNameOfDigitsIsNoNumberWhereTheSourceSendsNames(
      String type, String types, String sent, String expected) throws Exception {
    TableStructure table = table("s", "t", column("id", "INT"), column("v", type, "0", "1", "2"));
    String row = row("INSERT", 1, "{\"id\":1,\"v\":\"" + sent + "\"}", null);
    String typed = row.replace("{\"id\":0,", "{\"id\":0,\"mysqlType\":" + types + ",");

    assertThat(encode(options(",", "\"", false), table, typed))
        .isEqualTo("\"I\",\"t\",\"s\",1,\"" + expected + "\"\n");
  }

  @Test
  void digitsThatNoNumberHasAreATextAndNoWork() throws Exception {
    CsvOptions options = options(",", "\"", false);
    TableStructure table = table("s", "t", column("v", "DOUBLE"));
    String digits = "1" + "0".repeat(2_000);
    byte[] row = row("INSERT", 1, "{\"v\":" + digits + "}", null).getBytes(StandardCharsets.UTF_8);
    CsvText out = new CsvText(options, 64);

    assertThat(new CsvEncoder(options, table).encode(row, 0, row.length, out)).isFalse();
    assertThat(text(out)).isEqualTo("\"I\",\"t\",\"s\",\"" + digits + "\"\n");
  }

  @Test
  void hexIsInLowerCase() throws Exception {
    CsvOptions hex =
        new CsvOptions(",", "\"", "\\N", false, Binary.HEX, false, false, Terminator.LF);
    assertThat(
            encode(
                hex,
                table("s", "t", column("v", "VARBINARY")),
                row("INSERT", 1, "{\"v\":\"\\u00e6\\u0000a\"}", null)))
        .isEqualTo("\"I\",\"t\",\"s\",\"e60061\"\n");
  }

  /** Go's own tests of strconv and fmt have these. */
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "100.50, 100.5",
    "123456, 123456",
    "1000000, 1e+06",
    "123456700, 1.234567e+08",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "-0.00001234, -1.234e-05",
    "9223372036854775807, 9.223372036854775807e+18",
    "0.000, 0",
    "-0, -0",
    "1.5e300, 1.5e+300",
  })
  void floatsStandAsGoPrintsThem(String digits, String expected) {
    assertThat(CsvColumn.floating(digits)).isEqualTo(expected);
  }

  @Test
  void theHeaderNamesAllFields() {
    CsvText out = new CsvText(OLD_VALUES, 1);
    new CsvEncoder(OLD_VALUES, ORDERS).header(out);
    assertThat(text(out))
        .isEqualTo(
            "ticdc-meta$operation,ticdc-meta$table,ticdc-meta$schema,ticdc-meta$commit-ts,ticdc-meta$is-update,id,name,amount,state\r\n");
  }

  @Test
  void aRowOfOtherColumnsIsWrittenWholeAndNoted() throws Exception {
    CsvEncoder encoder = new CsvEncoder(options(",", "\"", false), ORDERS);
    CsvText out = new CsvText(encoder.options(), 64);
    String row =
        "{\"type\":\"INSERT\",\"es\":1,\"mysqlType\":{\"id\":\"bigint\",\"pic\":\"blob\"},\"data\":[{\"pic\":\"ab\",\"id\":\"7\",\"x\":\"y\"}]}";
    byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
    assertThat(encoder.encode(bytes, 0, bytes.length, out)).isFalse();
    assertThat(text(out)).isEqualTo("\"I\",\"orders\",\"shop\",7,\\N,\\N,\\N,\"YWI=\",\"y\"\n");
  }

  @Test
  void aDeleteMayHaveItsKeyOnly() throws Exception {
    assertThat(encode(CsvOptions.DEFAULT, ORDERS, row("DELETE", 9, "{\"id\":\"7\"}", null)))
        .isEqualTo("\"D\",\"orders\",\"shop\",9,7,\\N,\\N,\\N\r\n");
  }

  @Test
  void valuesThatAreNoneOfTheirColumnAreTextsAndNoted() throws Exception {
    CsvEncoder encoder = new CsvEncoder(options(",", "\"", false), ORDERS);
    CsvText out = new CsvText(encoder.options(), 64);
    byte[] bytes =
        row("INSERT", 1, AFTER.replace("\"7\"", "\"seven\""), null)
            .getBytes(StandardCharsets.UTF_8);
    assertThat(encoder.encode(bytes, 0, bytes.length, out)).isFalse();
    assertThat(text(out)).startsWith("\"I\",\"orders\",\"shop\",\"seven\",");
  }

  @Test
  void optionsAreReadAsTheyWereWritten() {
    assertThat(CsvOptions.parse(OLD_VALUES.text())).contains(OLD_VALUES);
    assertThat(CsvOptions.parse("")).isEmpty();
    assertThat(CsvOptions.parse("{}")).isEmpty();
  }
}
