package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.encode.CsvEncoder;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvOptions.Binary;
import io.spillway.encode.CsvOptions.Terminator;
import io.spillway.encode.CsvRecord;
import io.spillway.encode.CsvText;
import io.spillway.encode.ParquetShown;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.schema.Catalog;
import io.spillway.schema.TableStructure;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * One value is the same whatever format it comes in and whatever it is delivered as: canal-json,
 * CSV, Parquet and documents of all formats against what the value is.
 */
class SameValueEverywhereTest {
  private static final int VALUES = Integer.getInteger("spillway.fuzz.values", 1_500);
  private static final long TS = 463594436794777601L;
  private static final CsvOptions CSV =
      new CsvOptions(",", "\"", "\\N", true, Binary.BASE64, false, false, Terminator.LF);

  private final RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);

  @Test
  void aValueIsWhatItWasInEachFormatAndEachOutput() throws Exception {
    long seed = Long.getLong("spillway.fuzz.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < VALUES; i++) {
      AnyValue value = AnyValue.random(i % AnyValue.KINDS, random);
      Map<String, Row> rows = rows(value);
      TableStructure table = table(value);
      String document = null;
      for (Map.Entry<String, Row> each : rows.entrySet()) {
        String of = "seed %d, %s of %s".formatted(seed, each.getKey(), value);
        byte[] row = bytes(each.getValue());
        JsonNode data = DebeziumMessages.canal(each.getValue()).at("/data/0/v");
        assertThat(data.isNull() ? null : data.asText()).as(of).isEqualTo(value.text());
        csv(value, row, table, of);
        parquet(value, row, table, of);
        String said = document(row, each.getValue().commitTs());
        document = document == null ? said : document;
        assertThat(said).as("%s: document", of).isEqualTo(document);
      }
    }
  }

  private static Map<String, Row> rows(AnyValue value) {
    Map<String, Row> rows = new LinkedHashMap<>();
    String text =
        value.text() == null
            ? "null"
            : DebeziumMessages.JSON.getNodeFactory().textNode(value.text()).toString();
    String canal =
        """
        {"id":0,"database":"d","table":"t","pkNames":["id"],"isDdl":false,"type":"INSERT",\
        "es":1768472430400,"ts":1768472430951,"sql":"","sqlType":{},"mysqlType":{"id":"int",\
        "v":"%s"},"old":null,"data":[{"id":"1","v":%s}],"_tidb":{"commitTs":%d}}""";
    rows.put("canal-json", row(Messages.decode(canal.formatted(value.type(), text, TS))));
    rows.put("simple-json", simple(value));
    String key = "{\"ts\":%d,\"scm\":\"d\",\"tbl\":\"t\",\"t\":1}".formatted(TS);
    String open = "{\"u\":{\"id\":{\"t\":3,\"h\":true,\"f\":11,\"v\":1},\"v\":{%s}}}";
    rows.put(
        "open-protocol",
        row(OpenMessages.decode(new OpenMessages.Part(key, open.formatted(value.open())))));
    String field = "{%s,\"optional\":true,\"field\":\"v\"}".formatted(value.field());
    String debezium =
        DebeziumMessages.typed("{\"type\":\"int64\",\"field\":\"id\"}," + field, value.debezium())
            .replace("\"after\":{\"v\"", "\"after\":{\"id\":1,\"v\"");
    rows.put("debezium-json", row(DebeziumMessages.decode("{\"id\":1}", debezium)));
    return rows;
  }

  private static Row simple(AnyValue value) {
    String type = value.ddl().replaceAll("\\(.*", "").replace(" unsigned", "");
    String schema =
        """
        {"version":1,"type":"BOOTSTRAP","commitTs":0,"buildTs":1,"tableSchema":{"schema":"d",\
        "table":"t","tableID":1,"version":7,"columns":[{"name":"id","dataType":{"mysqlType":"int"}},\
        {"name":"v","dataType":{"mysqlType":"%s","unsigned":%b}}],"indexes":[{"name":"primary",\
        "unique":true,"primary":true,"nullable":false,"columns":["id"]}]}}"""
            .formatted(type, value.ddl().endsWith("unsigned"));
    String insert =
        """
        {"version":1,"database":"d","table":"t","tableID":1,"type":"INSERT","commitTs":%d,\
        "buildTs":1,"schemaVersion":7,"data":{"id":"1","v":%s}}"""
            .formatted(TS, value.simple());
    return row(SimpleMessages.decode(schema, insert));
  }

  private static Row row(Event event) {
    if (event instanceof Poison poison) {
      throw new AssertionError(
          poison.reason() + ": " + new String(poison.value(), StandardCharsets.UTF_8));
    }
    return ((Row) event).carrying(bytes((Row) event));
  }

  private static byte[] bytes(Row row) {
    return Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
  }

  private static TableStructure table(AnyValue value) {
    TableId table = new TableId("d", "t");
    Catalog catalog = new Catalog();
    String sql = "create table t (id int primary key, v " + value.ddl() + ")";
    catalog.apply(new SchemaChange(Messages.PARTITION, 10, table, "CREATE", sql));
    return catalog.structure(table, 10);
  }

  private static void csv(AnyValue value, byte[] row, TableStructure table, String of)
      throws IOException {
    CsvText out = new CsvText(CSV, 64);
    assertThat(new CsvEncoder(CSV, table).encode(row, 0, row.length, out)).as(of).isTrue();
    CsvRecord record = new CsvRecord(CSV);
    assertThat(record.read(out.bytes(), 0, out.size())).as(of).isNull();
    String shown = record.field(5).orElse(null);
    boolean isFloat = shown != null && value.ddl().equals("double");
    String expected = value.shown();
    assertThat(isFloat ? plain(shown) : shown)
        .as("%s: CSV", of)
        .isEqualTo(isFloat ? plain(expected) : expected);
  }

  private static void parquet(AnyValue value, byte[] row, TableStructure table, String of)
      throws IOException {
    String shown = ParquetShown.of(table, "v", row);
    boolean isText = shown != null && normal(value) != null && isNumber(value);
    assertThat(isText ? plain(shown) : shown).as("%s: Parquet", of).isEqualTo(normal(value));
  }

  private static boolean isNumber(AnyValue value) {
    return value.ddl().matches("(?s)(?:bigint|int|mediumint|year|double|bit|decimal).*");
  }

  private static String normal(AnyValue value) {
    boolean isNumber = value.shown() != null && isNumber(value);
    return isNumber ? plain(value.shown()) : value.shown();
  }

  private static String plain(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private String document(byte[] row, long commitTs) throws Exception {
    byte[] lines = documents.of(row, commitTs).get(0).ndjson();
    String[] parts = new String(lines, StandardCharsets.UTF_8).split("\n");
    JsonNode node = DebeziumMessages.json(parts[parts.length - 1]).get("v");
    return node == null ? "absent" : node.isNumber() ? plain(node.asText()) : node.toString();
  }
}
