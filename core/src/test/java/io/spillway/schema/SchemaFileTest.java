package io.spillway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaFileTest {
  private static final String ORDERS_FILE =
      """
      {
          "Table": "orders",
          "Schema": "shop",
          "Version": 1,
          "TableVersion": 463700000000000001,
          "Query": "ALTER TABLE `orders` ADD COLUMN `state` ENUM('new','paid','a\\u0026b') DEFAULT 'new'",
          "Type": 5,
          "TableColumns": [
              {
                  "ColumnName": "id",
                  "ColumnType": "BIGINT UNSIGNED",
                  "ColumnPrecision": "20",
                  "ColumnNullable": "false",
                  "ColumnIsPk": "true"
              },
              {
                  "ColumnName": "name",
                  "ColumnType": "VARCHAR",
                  "ColumnPrecision": "64"
              },
              {
                  "ColumnName": "amount",
                  "ColumnType": "DECIMAL",
                  "ColumnPrecision": "12",
                  "ColumnScale": "2"
              },
              {
                  "ColumnName": "state",
                  "ColumnType": "ENUM",
                  "ColumnDefault": "new",
                  "ColumnElems": [
                      "new",
                      "paid",
                      "a\\u0026b"
                  ]
              }
          ],
          "TableColumnsTotal": 4
      }"""; // as TiCDC writes it

  private static Column column(String name, String type, String defaultJson, String precision) {
    return new Column(name, type, defaultJson, precision, "", true, false, List.of());
  }

  private static Column notNull(Column c, boolean key) {
    return new Column(
        c.name(), c.type(), c.defaultJson(), c.precision(), c.scale(), false, key, c.elements());
  }

  private static SchemaFile file(String schema, String table, Column... columns) {
    return new SchemaFile(
        new TableStructure(new TableId(schema, table), List.of(columns)), 1, "", 0);
  }

  private static SchemaFile orders() {
    return new SchemaFile(
        Shown.orders(),
        463700000000000001L,
        "ALTER TABLE `orders` ADD COLUMN `state` ENUM('new','paid','a&b') DEFAULT 'new'",
        5);
  }

  private static void assertHash(SchemaFile file, long checksum, int hashedBytes) {
    assertThat(file.hashedBytes()).hasSize(hashedBytes);
    assertThat(file.checksum()).isEqualTo(checksum);
  }

  @Test
  void checksumsAreThoseOfTicdc() {
    assertHash(file("schema1", ""), 3233644819L, 114);
    assertHash(
        file(
            "schema1",
            "table1",
            notNull(column("Id", "INT", "10", "11"), true),
            notNull(column("LastName", "VARCHAR", "\"Default LastName\"", "128"), false),
            column("FirstName", "VARCHAR", "\"Default FirstName\"", "64"),
            column("Birthday", "DATETIME", "12345678", "")),
        3752767265L,
        891);
    assertHash(
        file(
            "test",
            "table1",
            column("col1", "INT", null, "11"),
            column("col2", "VARCHAR", null, "5")),
        4192708364L,
        372);
    assertHash(file("shop", ""), 2805160324L, 111);
    assertHash(file("库", "表<1>", notNull(column("键", "INT", null, "11"), true)), 1708263514L, 326);
    assertHash(orders(), 983855820L, 861);
  }

  @Test
  void nameKeepsTheLeadingZeroOfTheChecksum() {
    assertThat(orders().name()).isEqualTo("schema_463700000000000001_0983855820.json");
  }

  @Test
  void bytesAreTheWholeFile() {
    assertThat(new String(orders().bytes(), UTF_8)).isEqualTo(ORDERS_FILE);
  }

  @Test
  void aFileReadsBackAsItWasWritten() throws InvalidSchemaFileException {
    assertThat(SchemaFile.parse(ORDERS_FILE.getBytes(UTF_8))).isEqualTo(orders());
  }

  @Test
  void aDatabaseFileHasNullColumnsButHashesAnEmptyList() {
    assertThat(new String(file("shop", "").bytes(), UTF_8))
        .isEqualTo(
            """
            {
                "Table": "",
                "Schema": "shop",
                "Version": 1,
                "TableVersion": 1,
                "Query": "",
                "Type": 0,
                "TableColumns": null,
                "TableColumnsTotal": 0
            }""");
    assertThat(new String(file("shop", "").hashedBytes(), UTF_8))
        .isEqualTo(
            """
            {
                "Table": "",
                "Schema": "shop",
                "Version": 0,
                "TableColumns": [],
                "TableColumnsTotal": 0
            }""");
  }

  @Test
  void theHashSortsColumnsByTheBytesOfTheirNames() {
    // In UTF-16 the pair of U+10000 sorts before U+FF5E, in UTF-8 after it.
    Column astral = column("\ud800\udc00", "INT", null, "11");
    Column tilde = column("\uff5e", "INT", null, "11");
    Column upper = column("B", "INT", null, "11");
    Column lower = column("a", "INT", null, "11");
    SchemaFile mixed = file("s", "t", astral, lower, tilde, upper);
    String hashed = new String(mixed.hashedBytes(), UTF_8);
    assertThat(hashed.replaceAll("(?s).*?\"ColumnName\": \"(.*?)\"|.*", "$1"))
        .isEqualTo("Ba\uff5e\ud800\udc00");
    assertThat(file("s", "t", upper, tilde, astral, lower).checksum()).isEqualTo(mixed.checksum());
    assertThat(
            new String(mixed.bytes(), UTF_8)
                .replaceAll("(?s).*?\"ColumnName\": \"(.*?)\"|.*", "$1"))
        .isEqualTo("\ud800\udc00a\uff5eB");
  }

  @Test
  void statementKindAndVersionDoNotCountInTheChecksum() {
    SchemaFile a = file("s", "t", column("a", "INT", null, "11"));
    SchemaFile b = new SchemaFile(a.structure(), 99, "ALTER TABLE t ...", 5);
    assertThat(b.checksum()).isEqualTo(a.checksum());
    assertThat(file("s", "t", column("a", "INT", null, "12")).checksum())
        .isNotEqualTo(a.checksum());
  }

  @Test
  void defaultsKeepTheirJsonType() throws InvalidSchemaFileException {
    String nested = "{\n  \"a\":[1, 2.50,{}], \"b\":[ ],\"c\":\"<\"}";
    SchemaFile file = file("s", "t", column("a", "JSON", nested, ""));
    assertThat(new String(file.bytes(), UTF_8))
        .contains(
            """
                        "ColumnDefault": {
                            "a": [
                                1,
                                2.50,
                                {}
                            ],
                            "b": [],
                            "c": "\\u003c"
                        }
            """);
    assertThat(SchemaFile.parse(file.bytes()).bytes()).isEqualTo(file.bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1 2", "[1", "{\"a\":}", "\"a"})
  void aDefaultThatIsNotJsonIsRefused(String defaultJson) {
    assertThatThrownBy(() -> file("s", "t", column("a", "INT", defaultJson, "")).bytes())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("JSON value");
  }

  @Test
  void columnsOfADatabaseAreRefused() {
    assertThatThrownBy(() -> file("s", "", column("a", "INT", null, "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no columns");
  }

  @Test
  void namesAreReadBack() {
    assertThat(SchemaFile.parseName("schema_463700000000000001_0983855820.json"))
        .contains(new SchemaFile.Name(463700000000000001L, 983855820L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema_1_098385582.json",
        "schema_1_00983855820.json",
        "schema__0983855820.json",
        "schema_1_0983855820.json.tmp.3b241101",
        "schema_-1_0983855820.json",
        "schema_9223372036854775808_0983855820.json",
        "Schema_1_0983855820.json",
        "meta/schema_1_0983855820.json",
        "schema_1_0983855820.json\n"
      })
  void otherNamesAreNotSchemaFiles(String name) {
    assertThat(SchemaFile.parseName(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"Version\": 1 | \"Version\": 2 | Version is 2",
        "\"Version\": 1, |  | no key Version",
        "\"Type\": 5 | \"Type\": \"5\" | Type must be VALUE_NUMBER_INT",
        "\"Type\": 5 | \"Type\": 5, \"Type\": 5 | Duplicate field 'Type'",
        "\"Type\": 5 | \"Typo\": 5 | unknown key Typo (line 7, column 13)",
        "463700000000000001 | 1.5 | TableVersion must be VALUE_NUMBER_INT",
        "463700000000000001 | -1 | negative table version",
        "463700000000000001 | 9223372036854775808 | out of range",
        "\"ColumnNullable\": \"false\" | \"ColumnNullable\": \"true\" | ColumnNullable can only be",
        "\"ColumnIsPk\": \"true\" | \"ColumnIsPk\": true | ColumnIsPk must be VALUE_STRING",
        "\"ColumnPrecision\": \"20\" | \"ColumnId\": \"1\" | unknown key ColumnId of a column",
        "\"ColumnType\": \"DECIMAL\", |  | a column without ColumnType (line 26",
        "\"ColumnDefault\": \"new\" | \"ColumnDefault\": null | ColumnDefault is null",
        "\"TableColumnsTotal\": 4 | \"TableColumnsTotal\": 3 | TableColumnsTotal is 3",
        "\"Table\": \"orders\" | \"Table\": \"\" | a database has no columns",
        "\"Schema\": \"shop\" | \"Schema\": \"\" | this has none",
      })
  void brokenFilesAreRefusedWithThePlace(String part, String by, String message) {
    String broken = ORDERS_FILE.replace(part, by == null ? "" : by);
    assertThat(broken).isNotEqualTo(ORDERS_FILE);
    assertThatThrownBy(() -> SchemaFile.parse(broken.getBytes(UTF_8)))
        .isInstanceOf(InvalidSchemaFileException.class)
        .hasMessageContaining(message)
        .hasMessageMatching("(?s).* \\(line \\d+, column \\d+\\)");
  }

  @Test
  void truncatedTrailingAndNonUtf8ContentIsRefused() {
    byte[] whole = ORDERS_FILE.getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> SchemaFile.parse(cut))
          .as("first %d bytes", length)
          .isInstanceOf(InvalidSchemaFileException.class);
    }
    assertThatThrownBy(() -> SchemaFile.parse((ORDERS_FILE + "{}").getBytes(UTF_8)))
        .isInstanceOf(InvalidSchemaFileException.class)
        .hasMessageContaining("something follows");
    byte[] latin = ORDERS_FILE.getBytes(UTF_8);
    latin[ORDERS_FILE.indexOf("orders")] = (byte) 0xe9;
    assertThatThrownBy(() -> SchemaFile.parse(latin))
        .isInstanceOf(InvalidSchemaFileException.class)
        .hasMessageContaining("not UTF-8 (line 2, column 15)");
  }
}
