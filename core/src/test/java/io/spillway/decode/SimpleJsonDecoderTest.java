package io.spillway.decode;

import static io.spillway.decode.DebeziumMessages.canal;
import static io.spillway.decode.DebeziumMessages.json;
import static io.spillway.decode.SimpleMessages.BOOTSTRAP;
import static io.spillway.decode.SimpleMessages.DDL;
import static io.spillway.decode.SimpleMessages.DELETE;
import static io.spillway.decode.SimpleMessages.INSERT;
import static io.spillway.decode.SimpleMessages.UPDATE;
import static io.spillway.decode.SimpleMessages.WATERMARK;
import static io.spillway.decode.SimpleMessages.decode;
import static io.spillway.decode.SimpleMessages.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimpleJsonDecoderTest {
  @Test
  void anInsertIsTheRowThatCanalJsonHas() {
    Event event = decode(BOOTSTRAP, INSERT);
    assertThat(EventText.slice((Row) event)).startsWith("{\"data\":[{\"no\":\"184467");
    assertThat(canal(event))
        .isEqualTo(
            json(
                """
                {"data":[{"no":"18446744073709551615","who":"Zoë \\"Z\\" \\\\ <b>","sum":"3.10"}],
                "database":"store","es":1768472430400,"id":0,"isDdl":false,
                "mysqlType":{"no":"bigint unsigned","who":"varchar(64)","sum":"decimal(12,2)"},
                "old":null,"pkNames":["no"],"sql":"","sqlType":{"no":3,"who":12,"sum":3},
                "table":"bills","ts":1768472430951,"type":"INSERT",
                "_tidb":{"commitTs":463594436794777601}}"""));
    Row row = (Row) event;
    assertThat(row.commitTs()).isEqualTo(463594436794777601L);
    assertThat(row.print()).isNotZero();
    assertThat(row.sourceOffset()).isEqualTo(Messages.OFFSET);
    assertThat(EventText.columns(row.shape()))
        .containsExactly(
            "no:bigint unsigned:true", "who:varchar(64):false", "sum:decimal(12,2):false");
  }

  @Test
  void anUpdateHasTheRowBeforeItAndADeleteTheRowThatWas() {
    JsonNode update = canal(decode(BOOTSTRAP, UPDATE));
    assertThat(update.get("data"))
        .isEqualTo(json("[{\"no\":\"9\",\"who\":null,\"sum\":\"0.00\"}]"));
    assertThat(update.get("old"))
        .isEqualTo(json("[{\"no\":\"9\",\"who\":\"Zoë\",\"sum\":\"3.10\"}]"));
    assertThat(update.at("/sqlType/no").asInt()).isEqualTo(-5);
    JsonNode delete = canal(decode(BOOTSTRAP, DELETE));
    assertThat(delete.get("type").asText()).isEqualTo("DELETE");
    assertThat(delete.get("data"))
        .isEqualTo(json("[{\"no\":\"9\",\"who\":null,\"sum\":\"0.00\"}]"));
    assertThat(delete.get("old").isNull()).isTrue();
  }

  @Test
  void aStatementIsOneAndTellsTheColumnsOfRowsBehindAndBeforeIt() {
    SchemaChange ddl = (SchemaChange) decode(DDL);
    assertThat(ddl.table()).isEqualTo(new TableId("store", "bills"));
    assertThat(ddl.commitTs()).isEqualTo(463594436794777604L);
    assertThat(ddl.type()).isEqualTo("ALTER");
    assertThat(ddl.query()).isEqualTo("ALTER TABLE `bills` ADD COLUMN `memo` BLOB");
    assertThat(canal(decode(DDL, INSERT)).at("/mysqlType/memo").isMissingNode()).isTrue();
    String later =
        INSERT
            .replace("447984074911121426", "463594436794777604")
            .replace("\"no\":", "\"memo\":\"5oiR\",\"no\":");
    assertThat(canal(decode(DDL, later)).at("/data/0/memo").asText()).isEqualTo("æ\u0088\u0091");
  }

  @ParameterizedTest
  @CsvSource({
    "DROP DATABASE `st``ore`,st`ore",
    "create schema if not exists store2 charset utf8,store2",
    "DROP DATABASE IF EXISTS 库,库",
  })
  void aStatementAboutADatabaseNeedsNoSchema(String sql, String database) {
    SchemaChange ddl = (SchemaChange) decode(statement(sql));
    assertThat(ddl.table()).isEqualTo(new TableId(database, ""));
    assertThat(ddl.query()).isEqualTo(sql);
  }

  private static String statement(String sql) {
    return "{\"version\":1,\"type\":\"QUERY\",\"sql\":\""
        + sql
        + "\",\"commitTs\":7,\"buildTs\":8}";
  }

  @Test
  void whatCarriesNoChangeIsAResolvedEventOrSkippedByReason() {
    assertThat(((Resolved) decode(WATERMARK)).commitTs()).isEqualTo(463594436794777605L);
    assertThat(((Skipped) decode(BOOTSTRAP)).reason()).isEqualTo("bootstrap");
    assertThat(((Skipped) decode("{\"version\":1,\"type\":\"NEWS\"}")).reason()).isEqualTo("other");
    assertThat(((Skipped) decode(statement("GRANT ALL ON *.* TO a"))).reason())
        .isEqualTo("statement");
    Event tombstone = SimpleMessages.decoder().decode(Messages.PARTITION, 1, 1, null, null, 0, 0);
    assertThat(((Skipped) tombstone).reason()).isEqualTo("tombstone");
  }

  private static String shown(String type, String value) {
    String schema =
        "{\"schema\":\"d\",\"table\":\"t\",\"version\":5,\"columns\":[{\"name\":\"v\",\"dataType\":{"
            + type
            + "}}],\"indexes\":[]}";
    String row =
        "{\"type\":\"INSERT\",\"database\":\"d\",\"table\":\"t\",\"commitTs\":9,\"schemaVersion\":5,"
            + "\"data\":{\"v\":"
            + value
            + "}}";
    JsonNode canal = canal(decode("{\"type\":\"BOOTSTRAP\",\"tableSchema\":" + schema + "}", row));
    JsonNode data = canal.at("/data/0/v");
    String text = data.isNull() ? "null" : "'" + data.textValue() + "'";
    return text + " " + canal.at("/mysqlType/v").asText() + " " + canal.at("/sqlType/v").asText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"mysqlType\":\"int\",\"length\":11 | \"-7\" | '-7' int 4",
        "\"mysqlType\":\"tinyint\",\"unsigned\":true | \"127\" | '127' tinyint unsigned -6",
        "\"mysqlType\":\"tinyint\",\"unsigned\":true | \"200\" | '200' tinyint unsigned 5",
        "\"mysqlType\":\"bigint\",\"unsigned\":true | null | null bigint unsigned -5",
        "\"mysqlType\":\"bit\",\"length\":10 | \"1023\" | '1023' bit(10) -7",
        "\"mysqlType\":\"float\",\"length\":12 | \"90.5\" | '90.5' float 7",
        "\"mysqlType\":\"double\" | \"0.000000125\" | '0.000000125' double 8",
        "\"mysqlType\":\"decimal\",\"length\":10 | \"12\" | '12' decimal(10,0) 3",
        "\"mysqlType\":\"year\",\"length\":4 | \"2026\" | '2026' year 12",
        "\"mysqlType\":\"date\",\"length\":10 | \"0000-00-00\" | '0000-00-00' date 91",
        "\"mysqlType\":\"time\",\"length\":10 | \"-12:30:00\" | '-12:30:00' time 92",
        "\"mysqlType\":\"datetime\",\"length\":23,\"decimal\":3 | \"2026-01-15 10:20:30.400\" |"
            + " '2026-01-15 10:20:30.400' datetime(3) 93",
        "\"mysqlType\":\"timestamp\",\"length\":19 |"
            + " {\"location\":\"Asia/Shanghai\",\"value\":\"2026-01-15 18:20:30\"} |"
            + " '2026-01-15 18:20:30' timestamp 93",
        "\"mysqlType\":\"timestamp\" | null | null timestamp 93",
        "\"mysqlType\":\"char\",\"length\":3 | \"a\\n\" | `'a\n' char(3) 1`",
        "\"mysqlType\":\"text\" | \"\" | '' text 2005",
        "\"mysqlType\":\"varbinary\",\"length\":9 | \"5oiR\" | `'æ\u0088\u0091' varbinary(9) 2004`",
        "\"mysqlType\":\"longblob\" | \"AAEiXA==\" | `'\u0000\u0001\"\\' longblob 2004`",
        "\"mysqlType\":\"enum\",\"elements\":[\"a\",\"b'\"] | \"2\" | '2' enum('a','b''') 4",
        "\"mysqlType\":\"set\",\"elements\":[\"a\",\"b\"] | \"3\" | '3' set('a','b') -7",
        "\"mysqlType\":\"json\" | \"{\\\"a\\\": 1}\" | '{\"a\": 1}' json 12",
        "\"mysqlType\":\"vector\" | \"[1,2]\" | '[1,2]' vector 12",
      })
  void valuesAreThoseOfCanalJson(String type, String value, String expected) {
    assertThat(shown(type, value)).isEqualTo(expected);
  }

  @Test
  void aRowWhoseSchemaWasNeverToldIsRefusedWithTheVersionAndTheCure() {
    assertThat(refusal(INSERT))
        .startsWith("INVALID schemaVersion 447984074911121426 isn't known")
        .contains("send-bootstrap-to-all-partition");
    assertThat(refusal(BOOTSTRAP.replace("426", "427"), INSERT)).contains("isn't known");
    assertThat(refusal(BOOTSTRAP.replace("bills", "bill"), INSERT)).contains("isn't known");
    Poison poison = (Poison) decode(INSERT);
    assertThat(poison.about().table()).isEqualTo(new TableId("store", "bills"));
    assertThat(poison.about().primaryKey()).isEmpty();
    String unknown = INSERT.replace("\"sum\"", "\"total\"");
    assertThat(((Poison) decode(BOOTSTRAP, unknown)).about().primaryKey())
        .isEqualTo("{\"no\":\"18446744073709551615\"}");
    SimpleJsonDecoder decoder = SimpleMessages.decoder();
    assertThat(decode(decoder, INSERT)).isInstanceOf(Poison.class);
    assertThat(decode(decoder, BOOTSTRAP, INSERT)).as("told by now").isInstanceOf(Row.class);
  }

  @Test
  void aSchemaThatWasToldBeforeTheDecoderBeganIsLookedUpOnce() {
    List<String> looks = new ArrayList<>();
    SimpleJsonDecoder decoder =
        SimpleMessages.decoder(
            (partition, from, to, each) -> {
              looks.add(partition.label() + " " + from + " " + to);
              each.accept(Messages.utf8("{no json"));
              each.accept(Messages.utf8(BOOTSTRAP));
              return 0;
            });
    assertThat(decode(decoder, INSERT)).isInstanceOf(Row.class);
    assertThat(decode(decoder, UPDATE)).isInstanceOf(Row.class);
    String other = INSERT.replace("bills", "notes");
    assertThat(decode(decoder, other, other)).isInstanceOf(Poison.class);
    assertThat(looks).containsExactly("shop-3 0 77");
  }

  @Test
  void aStatementBringsTheColumnsThatItsTableHasNow() {
    SchemaChange alter = (SchemaChange) decode(DDL);
    assertThat(alter.columns())
        .containsExactly(
            new TableShape.Column("no", "bigint unsigned", true),
            new TableShape.Column("who", "varchar(64)", false),
            new TableShape.Column("sum", "decimal(12,2)", false),
            new TableShape.Column("memo", "blob", false));
    String drop = DDL.replace("ALTER TABLE `bills` ADD COLUMN `memo` BLOB", "DROP TABLE `bills`");
    assertThat(((SchemaChange) decode(drop)).columns()).isEmpty();
    String gone = DDL.replace("\"tableSchema\"", "\"other\"");
    assertThat(((SchemaChange) decode(gone)).columns()).as("as it was before").isEmpty();
  }

  @Test
  void ofTwoSchemasOfOneVersionTheLastCounts() {
    String other = BOOTSTRAP.replace("\"who\"", "\"whose\"");
    SimpleJsonDecoder decoder = SimpleMessages.decoder();
    assertThat(decode(decoder, BOOTSTRAP, INSERT)).isInstanceOf(Row.class);
    assertThat(decode(decoder, other, INSERT)).isInstanceOf(Poison.class);
    assertThat(decode(decoder, BOOTSTRAP, INSERT)).isInstanceOf(Row.class);
  }

  @Test
  void aSourceThatCanNotBeReadIsNoFaultOfTheMessage() {
    MessageDecoder careful =
        new CarefulDecoder(
            () ->
                SimpleMessages.decoder(
                    (partition, from, to, each) -> {
                      throw new UncheckedIOException(new IOException("broker is away"));
                    }));
    assertThatThrownBy(() -> decode(careful, INSERT)).hasMessageContaining("broker is away");
  }

  @Test
  void aRowThatHoldsOnlyItsKeyIsRefusedUnlessItIsADelete() {
    for (String mark :
        List.of("\"handleKeyOnly\":true", "\"claimCheckLocation\":\"s3://claims/1.json\"")) {
      String insert = INSERT.replace("\"data\":{", mark + ",\"data\":{");
      assertThat(refusal(BOOTSTRAP, insert))
          .startsWith("INVALID " + mark.substring(1, mark.indexOf('"', 1)))
          .contains("only the row's key is here", "large-message-handle-option none");
      String delete = DELETE.replace("\"old\":{", mark + ",\"old\":{");
      assertThat(decode(BOOTSTRAP, delete)).isInstanceOf(Row.class);
    }
    String whole = INSERT.replace("\"data\":{", "\"handleKeyOnly\":false,\"data\":{");
    assertThat(decode(BOOTSTRAP, whole)).isInstanceOf(Row.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"type\":\"INSERT\", | '' | INVALID type is missing",
        "\"INSERT\" | \"REPLACE\" | INVALID type is none of a row, and there is a row",
        "\"version\":1 | \"version\":2 | INVALID version is not 1",
        "\"database\":\"store\", | '' | INVALID database is missing",
        "\"table\":\"bills\" | \"table\":7 | INVALID table is not a string",
        "\"table\":\"bills\" | \"table\":\"bills\",\"table\":\"x\" | INVALID table is given twice",
        "\"table\":\"bills\" | \"table\":\"\\ud800\" | INVALID table holds half a surrogate pair",
        "463594436794777601 | -1 | INVALID commitTs is not an integer",
        "\"schemaVersion\":447984074911121426, | '' | INVALID schemaVersion is missing",
        "\"data\" | \"date\" | INVALID data is missing",
        "\"sum\" | \"summe\" | INVALID column summe is not in the schema of the row's version",
        "\"sum\" | \"no\" | INVALID column no is given twice",
      })
  void whatIsWrongIsNamed(String found, String instead, String reason) {
    assertThat(refusal(BOOTSTRAP, INSERT.replace(found, instead))).startsWith(reason);
  }

  @Test
  void otherFaultsAreNamed() {
    assertThat(refusal("[]")).startsWith("INVALID message is not an object");
    assertThat(refusal(" ")).startsWith("EMPTY");
    assertThat(refusal(INSERT.substring(0, 99))).startsWith("MALFORMED");
    assertThat(refusal(INSERT + "x")).startsWith("MALFORMED");
    assertThat(refusal(BOOTSTRAP.replace("\"schema\"", "\"scheme\"")))
        .startsWith("INVALID tableSchema is not the schema of a table");
    assertThat(refusal(statement("ALTER TABLE t ADD x int")))
        .startsWith("INVALID tableSchema is missing, and the statement names no database");
    String binary = BOOTSTRAP.replace("varchar", "blob");
    assertThat(refusal(binary, INSERT)).startsWith("INVALID column who holds what its type");
  }

  @Test
  void timesThatAreAheadAreRefused() {
    SimpleJsonDecoder decoder =
        new SimpleJsonDecoder(
            DispatcherBy.TABLE,
            TableRule.ANY,
            CommitTimes.within(Duration.ofHours(1), () -> 1_600_000_000_000L),
            EarlierMessages.NONE);
    for (String message : List.of(WATERMARK, INSERT, DDL)) {
      Poison poison = (Poison) decode(decoder, BOOTSTRAP, message);
      assertThat(poison.kind()).as(message).isEqualTo(Poison.Kind.AHEAD);
      assertThat(poison.reason()).startsWith("commitTs is 2026-01-15");
    }
  }

  @Test
  void aColumnThatTheRowLacksIsLeftOutAndASchemaWithoutAPrimaryKeyHasNoNames() {
    String generated = INSERT.replace(",\"sum\":\"3.10\"", "");
    JsonNode canal =
        canal(decode(BOOTSTRAP.replace("\"primary\":true", "\"primary\":false"), generated));
    assertThat(canal.at("/data/0").size()).isEqualTo(2);
    assertThat(canal.get("pkNames").isNull()).isTrue();
  }
}
