package io.spillway.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableId;
import io.spillway.schema.SchemaFile;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final DataDir DAY = new DataDir(ORDERS, 123, "2026-01-15");

  private final Layout layout = new Layout(6, ".json");
  private final Layout wide = new Layout(20, ".csv");

  @Test
  void pathsAreWritten() {
    assertThat(layout.path(new DataFile(DAY, "", 1)))
        .isEqualTo("shop/orders/123/2026-01-15/CDC000001.json");
    assertThat(wide.path(new DataFile(new DataDir(ORDERS, 123, ""), "12345", 12)))
        .isEqualTo("shop/orders/123/CDC_12345_00000000000000000012.csv");
    assertThat(layout.path(new DataFile(new DataDir(ORDERS, 123, 55, "2026-01"), "", 7)))
        .isEqualTo("shop/orders/123/55/2026-01/CDC000007.json");
    assertThat(layout.indexPath(DAY, "")).isEqualTo("shop/orders/123/2026-01-15/meta/CDC.index");
    assertThat(layout.indexPath(DAY, "12345"))
        .isEqualTo("shop/orders/123/2026-01-15/meta/CDC_12345.index");
    assertThat(Layout.schemaPath(ORDERS, "schema_1_0983855820.json"))
        .isEqualTo("shop/orders/meta/schema_1_0983855820.json");
    assertThat(Layout.schemaPath(ORDERS.ofSchema(), "schema_1_2805160324.json"))
        .isEqualTo("shop/meta/schema_1_2805160324.json");
  }

  @Test
  void indexContentIsTheBaseNameAndALineFeed() {
    assertThat(wide.indexContent(new DataFile(DAY, "", 12)))
        .isEqualTo("CDC00000000000000000012.csv\n");
    assertThat(layout.indexContent(new DataFile(DAY, "12345", 12)))
        .isEqualTo("CDC_12345_000012.json\n");
  }

  @Test
  void numbersOutgrowTheirWidth() {
    String path = "shop/orders/123/2026-01-15/CDC1000000.json";
    DataFile millionth = new DataFile(DAY, "", 1_000_000);
    assertThat(layout.path(millionth)).isEqualTo(path);
    assertThat(layout.parseData(path)).contains(millionth);
    DataFile huge = new DataFile(DAY, "", Long.MAX_VALUE);
    assertThat(layout.parseData(layout.path(huge))).contains(huge);
  }

  @Test
  void readersTakeOtherWidthsThanTheirOwn() {
    assertThat(layout.parseData("shop/orders/123/CDC00000000000000000012.json"))
        .contains(new DataFile(new DataDir(ORDERS, 123, ""), "", 12));
    assertThat(wide.parseData("shop/orders/123/CDC000012.csv"))
        .contains(new DataFile(new DataDir(ORDERS, 123, ""), "", 12));
  }

  @ParameterizedTest
  @CsvSource({
    "schema1/table1/123456/2023-05-09/CDC_77_00000000000000000010.csv, 0, 2023-05-09, 77, 10",
    "schema1/table1/123456/55/2023-05-09/CDC_77_00000000000000000010.csv, 55, 2023-05-09, 77, 10",
    "schema1/table1/123456/CDC_77_00000000000000000010.csv, 0, '', 77, 10",
    "schema1/table1/123456/55/CDC000010.csv, 55, '', '', 10",
    "schema1/table1/123456/2023/CDC000010.csv, 0, 2023, '', 10",
    "schema1/table1/123456/2023/2024/CDC000010.csv, 2023, 2024, '', 10",
    "schema1/table1/123456/2023-05/CDC3000000000.csv, 0, 2023-05, '', 3000000000",
    "schema1/table1/123456/CDC_a_b_000010.csv, 0, '', a_b, 10",
    "schema1/table1/123456/CDC_a__000010.csv, 0, '', a_, 10",
  })
  void dataPathsAreRead(String path, long partition, String date, String who, long number) {
    DataDir dir = new DataDir(new TableId("schema1", "table1"), 123456, partition, date);
    assertThat(wide.parseData(path)).contains(new DataFile(dir, who, number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "CDC000001.json",
        "s/t/CDC000001.json",
        "s/t/v1/CDC000001.json",
        "s/t/-1/CDC000001.json",
        "s/t/01/CDC000001.json",
        "s/t/9223372036854775808/CDC000001.json",
        "s//1/CDC000001.json",
        "/s/t/1/CDC000001.json",
        "s/t/1/0/CDC000001.json",
        "s/t/1/x/CDC000001.json",
        "s/t/1/2023-5-9/CDC000001.json",
        "s/t/1/2023-05-09x/CDC000001.json",
        "s/t/1/2023-05-09/55/CDC000001.json",
        "s/t/1/55/2023-05-09/7/CDC000001.json",
        "s/t/1/CDC000001.csv",
        "s/t/1/CDC000001.json.tmp",
        "s/t/1/CDC00001.json",
        "s/t/1/CDC.json",
        "s/t/1/CDC",
        "s/t/1/CDCx000001.json",
        "s/t/1/CDC_000001.json",
        "s/t/1/CDC__000001.json",
        "s/t/1/CDC_a_00001.json",
        "s/t/1/CDC_a_.json",
        "s/t/1/CDC99999999999999999999.json",
        "s/t/1/cdc000001.json",
        "s/t/1/.CDC000001.json",
        "s/t/1/meta/CDC000001.json",
      })
  void otherPathsAreNotData(String path) {
    assertThat(layout.parseData(path)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, s/t/1/CDC000001.json, true",
    "NONE, s/t/1/2023-05-09/CDC000001.json, false",
    "NONE, s/t/1/2023/CDC000001.json, true",
    "YEAR, s/t/1/2023/CDC000001.json, true",
    "YEAR, s/t/1/2023-05/CDC000001.json, false",
    "MONTH, s/t/1/2023-05/CDC000001.json, true",
    "MONTH, s/t/1/2023-05-09/CDC000001.json, false",
    "DAY, s/t/1/2023-05-09/CDC000001.json, true",
    "DAY, s/t/1/2023/2023-05-09/CDC000001.json, true",
    "DAY, s/t/1/2023-05/CDC000001.json, false",
    "DAY, s/t/1/2023/CDC000001.json, false",
    "DAY, s/t/1/CDC000001.json, false",
  })
  void aFixedGranularityReadsNoOther(DateSeparator separator, String path, boolean valid) {
    assertThat(new Layout(6, ".json", separator).parseData(path).isPresent()).isEqualTo(valid);
  }

  @Test
  void withoutDatesFourDigitsAreAPartition() {
    assertThat(new Layout(6, ".json", DateSeparator.NONE).parseData("s/t/1/2023/CDC000001.json"))
        .contains(new DataFile(new DataDir(new TableId("s", "t"), 1, 2023, ""), "", 1));
  }

  @Test
  void indexPathsAreRead() {
    assertThat(layout.parseIndex("shop/orders/123/2026-01-15/meta/CDC.index"))
        .contains(new IndexFile(DAY, ""));
    assertThat(layout.parseIndex("shop/orders/123/2026-01-15/meta/CDC_a_b.index"))
        .contains(new IndexFile(DAY, "a_b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s/t/2023-05-09/meta/CDC.index",
        "s/t/1/2023-05-09/meta/notCDC.index",
        "s/t/1/2023-05-09/meta/CDC_.index",
        "s/t/1/2023-05-09/meta/CDCx.index",
        "s/t/1/2023-05-09/meta/CDC.index.tmp",
        "s/t/1/2023-05-09/CDC.index",
        "s/t/1/2023-5/meta/CDC.index",
        "meta/CDC.index",
        "CDC.index",
      })
  void otherPathsAreNotIndexes(String path) {
    assertThat(layout.parseIndex(path)).isEmpty();
  }

  @Test
  void indexContentIsRead() {
    IndexFile own = new IndexFile(DAY, "12345");
    assertThat(layout.parseIndexContent(own, "CDC_12345_000012.json\n"))
        .contains(new DataFile(DAY, "12345", 12));
    assertThat(layout.parseIndexContent(new IndexFile(DAY, ""), "CDC1000000.json\n"))
        .contains(new DataFile(DAY, "", 1_000_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "CDC000012.json",
        "CDC000012.json\r\n",
        "CDC000012.json\n\n",
        "CDC000012.csv\n",
        "CDC_9_000012.json\n",
        "shop/orders/123/CDC000012.json\n"
      })
  void otherContentIsNotAnIndex(String content) {
    assertThat(layout.parseIndexContent(new IndexFile(DAY, ""), content)).isEmpty();
  }

  @Test
  void schemaPathsAreRead() {
    SchemaFile.Name name = new SchemaFile.Name(1, 983855820);
    assertThat(Layout.parseSchema("shop/orders/meta/schema_1_0983855820.json"))
        .contains(new SchemaPath(ORDERS, name));
    assertThat(Layout.parseSchema("shop/meta/schema_1_0983855820.json"))
        .contains(new SchemaPath(ORDERS.ofSchema(), name));
    assertThat(Layout.parseSchema("shop/meta/meta/schema_1_0983855820.json"))
        .contains(new SchemaPath(new TableId("shop", "meta"), name));
    assertThat(Layout.parseSchema("meta/schema_1_0983855820.json")).isEmpty();
    assertThat(Layout.parseSchema("s/t/1/meta/schema_1_0983855820.json")).isEmpty();
    assertThat(Layout.parseSchema("s/t/schema_1_0983855820.json")).isEmpty();
    assertThat(Layout.parseSchema("s//meta/schema_1_0983855820.json")).isEmpty();
    assertThat(Layout.parseSchema("s/t/meta/schema_1_0983855820.json.tmp.8f")).isEmpty();
  }

  @Test
  void metadataReadsBack() {
    byte[] content = Layout.metadata(463594436794777600L);
    assertThat(new String(content, UTF_8)).isEqualTo("{\"checkpoint-ts\":463594436794777600}");
    assertThat(Layout.parseMetadata(content)).hasValue(463594436794777600L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "7",
        "{\"checkpoint-ts\":1",
        "{\"checkpoint-ts\":\"1\"}",
        "{\"checkpoint-ts\":1.0}",
        "{\"checkpoint-ts\":-1}",
        "{\"checkpoint-ts\":9223372036854775808}"
      })
  void otherContentIsNotMetadata(String content) {
    assertThat(Layout.parseMetadata(content.getBytes(UTF_8))).isEmpty();
  }

  static Stream<TableId> unusableTables() {
    return Stream.of(
        new TableId("", "t"),
        new TableId("a/b", "t"),
        new TableId("s", "a/b"),
        new TableId("..", "t"),
        new TableId("s", "."),
        new TableId("s", "a\\b"),
        new TableId("s", "a:b"),
        new TableId("s", "a\0b"),
        new TableId("s", "a\ud800"),
        new TableId("s", "a\nb"),
        new TableId("a\u001b[31m", "t"),
        new TableId("s", "a\u0085"),
        new TableId("s", "a\uffff"),
        new TableId("s", "é".repeat(128)),
        new TableId("metadata", "t"),
        new TableId("_spillway", "t"),
        new TableId("_cursor", "t"),
        new TableId("_dead-letters", ""));
  }

  @ParameterizedTest
  @MethodSource("unusableTables")
  void someNamesHaveNoPlace(TableId table) {
    assertThat(Layout.unusable(table)).isPresent();
  }

  @Test
  void theReasonNamesThePart() {
    assertThat(Layout.unusable(new TableId("s", "a/b"))).contains("table name contains '/'");
  }

  @Test
  void oddNamesHaveAPlace() {
    for (String name : new String[] {"meta", "_t", "123", "表 <1>", "a.b", "%2F", "2026-01-15"}) {
      assertThat(Layout.unusable(new TableId(name, name))).as(name).isEmpty();
    }
    assertThat(Layout.unusable(new TableId("s", ""))).isEmpty();
  }

  @Test
  void badSettingsAreRefused() {
    assertThatThrownBy(() -> new Layout(5, ".json")).hasMessageContaining("6..20");
    assertThatThrownBy(() -> new Layout(21, ".json")).hasMessageContaining("6..20");
    assertThatThrownBy(() -> new Layout(6, "json")).hasMessageContaining("dot");
  }

  @Property
  void whatIsWrittenReadsBack(
      @ForAll @StringLength(min = 1, max = 8) @CharRange(from = '0', to = 'z') String name,
      @ForAll @LongRange(min = 0) long version,
      @ForAll @LongRange(min = 10_000) long partition,
      @ForAll @IntRange(min = 6, max = 20) int digits,
      @ForAll DateSeparator separator,
      @ForAll @LongRange(min = 1) long number) {
    String date = separator.format(1768472430400L, ZoneOffset.UTC);
    DataDir dir = new DataDir(new TableId(name, name + name), version, partition, date);
    for (String who : new String[] {"", name, "12345"}) {
      DataFile file = new DataFile(dir, who, number);
      for (Layout reader :
          new Layout[] {new Layout(digits, ".json"), new Layout(digits, ".json", separator)}) {
        assertThat(reader.parseData(reader.path(file))).contains(file);
        assertThat(reader.parseIndex(reader.indexPath(dir, who))).contains(file.index());
        assertThat(reader.parseIndexContent(file.index(), reader.indexContent(file)))
            .contains(file);
      }
    }
  }
}
