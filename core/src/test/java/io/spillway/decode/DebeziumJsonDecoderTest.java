package io.spillway.decode;

import static io.spillway.decode.DebeziumMessages.canal;
import static io.spillway.decode.DebeziumMessages.decode;
import static io.spillway.decode.DebeziumMessages.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebeziumJsonDecoderTest {
  private static final long SECOND_TS = 1_768_472_430_000L << 18;

  @Test
  void anInsertBecomesCanalJson() {
    Row row = (Row) decode(DebeziumMessages.KEY, DebeziumMessages.INSERT);

    assertThat(canal(row))
        .isEqualTo(
            json(
                """
                {"data":[{"no":"9","who":"Zoë \\"Z\\" \\\\ <b>","sum":"3.10"}],"database":"store",\
                "es":1768472430000,"id":0,"isDdl":false,"mysqlType":null,"old":null,\
                "pkNames":["no"],"sql":"","sqlType":{"no":-5,"who":12,"sum":8},"table":"bills",\
                "ts":1768472430951,"type":"INSERT","_tidb":{"commitTs":%d}}\
                """
                    .formatted(SECOND_TS)));
    assertThat(row.commitTs()).isEqualTo(SECOND_TS);
    assertThat(row.dispatcher().key()).isEqualTo("store.bills");
    assertThat(row.sourceOffset()).isEqualTo(Messages.OFFSET);
  }

  @Test
  void aSnapshotReadIsAnInsert() {
    String read = DebeziumMessages.INSERT.replace("\"op\":\"c\"", "\"op\":\"r\"");
    assertThat(canal(decode(null, read)).get("type").asText()).isEqualTo("INSERT");
  }

  @Test
  void anUpdateHasBothImages() {
    JsonNode canal = canal(decode(DebeziumMessages.KEY, DebeziumMessages.UPDATE));
    assertThat(canal.get("type").asText()).isEqualTo("UPDATE");
    assertThat(canal.get("old")).isEqualTo(json("[{\"no\":\"9\",\"who\":null,\"sum\":\"100\"}]"));
    assertThat(canal.at("/data/0/sum").asText()).isEqualTo("3.10");
  }

  @Test
  void anUpdateMayLackItsBeforeImage() {
    String update = DebeziumMessages.INSERT.replace("\"op\":\"c\"", "\"op\":\"u\"");
    JsonNode canal = canal(decode(null, update));
    assertThat(canal.get("type").asText()).isEqualTo("UPDATE");
    assertThat(canal.get("old").isNull()).isTrue();
    assertThat(canal(decode(null, update.replace("\"before\":null,", "")))).isEqualTo(canal);
  }

  @Test
  void aDeleteShowsTheRowAsItWas() {
    JsonNode canal = canal(decode(DebeziumMessages.KEY, DebeziumMessages.DELETE));
    assertThat(canal.get("type").asText()).isEqualTo("DELETE");
    assertThat(canal.get("data")).isEqualTo(json("[{\"no\":\"9\",\"who\":null,\"sum\":\"0.5\"}]"));
    assertThat(canal.get("pkNames")).isEqualTo(json("[\"no\"]"));
  }

  @Test
  void aDeleteWithoutItsRowShowsTheKey() {
    String delete = DebeziumMessages.DELETE.replaceFirst("\"before\":\\{.*?},", "\"before\":null,");
    String key =
        """
        {"schema":{"type":"struct","fields":[{"type":"bytes","name":\
        "org.apache.kafka.connect.data.Decimal","parameters":{"scale":"0"},"field":"no"}]},\
        "payload":{"no":"AP//////////"}}\
        """;
    JsonNode canal = canal(decode(key, delete));
    assertThat(canal.get("data")).isEqualTo(json("[{\"no\":\"18446744073709551615\"}]"));
    assertThat(canal.at("/mysqlType/no").asText()).isEqualTo("decimal(65,0)");
  }

  @Test
  void ticdcsTimestampIsTakenAsItIs() {
    Row row = (Row) decode(DebeziumMessages.TICDC_KEY, DebeziumMessages.TICDC_INSERT);
    assertThat(row.commitTs()).isEqualTo(463594436794777607L);
    JsonNode canal = canal(row);
    assertThat(canal.get("es").asLong()).isEqualTo(463594436794777607L >> 18);
    assertThat(canal.get("pkNames")).isEqualTo(json("[\"no\"]"));
    assertThat(canal.at("/_tidb/commitTs").asLong()).isEqualTo(463594436794777607L);
  }

  @Test
  void onlyTicdcsMarksAreResolvedEvents() {
    assertThat(decode("{\"payload\":{}}", DebeziumMessages.TICDC_WATERMARK))
        .isEqualTo(new Resolved(Messages.PARTITION, 463594436794777611L));
    assertThat(
            decode(
                null,
                """
                {"op":"m","ts_ms":5,"source":{"db":"d","schema":"","table":"","ts_ms":4},\
                "message":{"prefix":"p","content":"eA=="}}\
                """))
        .isEqualTo(new Skipped(Messages.PARTITION, "message"));
  }

  @Test
  void whatCarriesNoChangeIsSkippedByReason() {
    assertThat(decode(DebeziumMessages.KEY, null)).isEqualTo(skipped("tombstone"));
    assertThat(decode(null, "null")).isEqualTo(skipped("tombstone"));
    assertThat(decode(null, "{\"schema\":null,\"payload\":null}")).isEqualTo(skipped("tombstone"));
    assertThat(decode(null, "{\"ts_ms\":1768472430951}")).isEqualTo(skipped("heartbeat"));
    assertThat(
            decode(
                null,
                "{\"status\":\"BEGIN\",\"id\":\"5:1\",\"event_count\":null,"
                    + "\"data_collections\":null,\"ts_ms\":1768472430951}"))
        .isEqualTo(skipped("transaction"));
    assertThat(
            decode(
                null,
                "{\"payload\":{\"status\":\"END\",\"id\":\"5:1\",\"event_count\":2,"
                    + "\"data_collections\":[{\"data_collection\":\"d.t\",\"event_count\":2}]}}"))
        .isEqualTo(skipped("transaction"));
  }

  private static Skipped skipped(String reason) {
    return new Skipped(Messages.PARTITION, reason);
  }

  @Test
  void statementsAreSchemaChanges() {
    assertThat(decode("{\"databaseName\":\"store\"}", DebeziumMessages.TICDC_DDL))
        .isEqualTo(
            new SchemaChange(
                Messages.PARTITION,
                463594436794777610L,
                new TableId("store", "bills"),
                "ALTER",
                "ALTER TABLE `bills` ADD `memo` TEXT"));
    assertThat(decode("{\"databaseName\":\"store\"}", DebeziumMessages.DDL))
        .isEqualTo(
            new SchemaChange(
                Messages.PARTITION,
                (1_768_472_432_000L << 18) + Messages.OFFSET,
                new TableId("store", "bills"),
                "CREATE",
                "CREATE TABLE bills (no INT PRIMARY KEY)"));
  }

  @Test
  void aStatementBelongsToTheTableThatRowsOfItsSchemaBelongTo() {
    String source = "{\"connector\":\"oracle\",\"ts_ms\":5,\"db\":\"PDB\",\"schema\":\"HR\"";
    String row =
        "{\"op\":\"c\",\"source\":" + source + ",\"table\":\"JOBS\"},\"after\":{\"ID\":1}}";
    String statement =
        "{\"source\":"
            + source
            + "},\"databaseName\":\"PDB\",\"schemaName\":\"HR\",\"ddl\":\"DROP TABLE JOBS\","
            + "\"tableChanges\":[{\"type\":\"DROP\",\"id\":\"\\\"PDB\\\".\\\"HR\\\".\\\"JOBS\\\"\"}]}";
    TableId table = new TableId("HR", "JOBS");
    assertThat(((Row) decode(null, row)).dispatcher().table()).isEqualTo(table);
    assertThat(((SchemaChange) decode(null, statement)).table()).isEqualTo(table);
    String unnamed = statement.replace("\"schemaName\":\"HR\"", "\"schemaName\":null");
    assertThat(((SchemaChange) decode(null, unnamed)).table()).isEqualTo(table);
    String renamed =
        DebeziumMessages.TICDC_DDL
            .replace("\"table\":\"bills\",\"commit_ts\"", "\"commit_ts\"")
            .replace("\\\"bills\\\"", "\\\"bills\\\",\\\"store\\\".\\\"invoices\\\"");
    assertThat(((SchemaChange) decode(null, renamed)).table())
        .isEqualTo(new TableId("store", "bills"));
  }

  @Test
  void statementsOfOneSecondAreOrderedByTheirPlaceInTheLog() {
    long second = 1_768_472_432_000L << 18;
    String logged =
        DebeziumMessages.DDL.replace("\"connector\"", "\"pos\":%d,\"snapshot\":%s,\"connector\"");
    for (String no : List.of("false", "\"false\"", "null")) {
      assertThat(timestamp(logged.formatted(640, no))).isEqualTo(second + 10);
      assertThat(timestamp(logged.formatted(640 + (1L << 24), no))).isEqualTo(second + 10);
    }
    for (String yes : List.of("true", "\"true\"", "\"last\"", "\"first\"")) {
      assertThat(timestamp(logged.formatted(640, yes))).isEqualTo(second + Messages.OFFSET);
    }
  }

  private static long timestamp(String ddl) {
    return ((SchemaChange) decode(null, ddl)).commitTs();
  }

  @Test
  void aStatementWithoutATableInItsSourceTakesThatOfItsChanges() {
    String ddl = DebeziumMessages.TICDC_DDL.replace("\"table\":\"bills\",", "");
    assertThat(((SchemaChange) decode(null, ddl)).table()).isEqualTo(new TableId("store", "bills"));
    String several = DebeziumMessages.DDL.replace("\"table\":\"bills\"", "\"table\":\"a,b\"");
    assertThat(((SchemaChange) decode(null, several)).table()).isEqualTo(new TableId("store", "a"));
    String database =
        DebeziumMessages.DDL
            .replace("\"table\":\"bills\"", "\"table\":\"\"")
            .replace("CREATE TABLE bills (no INT PRIMARY KEY)", "/* x */ drop database store");
    SchemaChange drop = (SchemaChange) decode(null, database);
    assertThat(drop.table()).isEqualTo(new TableId("store", ""));
    assertThat(drop.type()).isEqualTo("QUERY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"USE `store`", "SET character_set_server=utf8mb4", " /* only */ "})
  void statementsOfASessionAreSkipped(String sql) {
    String ddl = DebeziumMessages.DDL.replace("CREATE TABLE bills (no INT PRIMARY KEY)", sql);
    assertThat(decode(null, ddl)).isEqualTo(skipped("statement"));
  }

  @Test
  void aTruncationIsAStatement() {
    String truncate =
        """
        {"before":null,"after":null,"op":"t","ts_ms":9,"source":{"db":"pg","schema":"sc`h",\
        "table":"t`\\u0061","ts_ms":1768472432000}}\
        """;
    assertThat(decode(null, truncate))
        .isEqualTo(
            new SchemaChange(
                Messages.PARTITION,
                (1_768_472_432_000L << 18) + Messages.OFFSET,
                new TableId("sc`h", "t`a"),
                "TRUNCATE",
                "TRUNCATE TABLE `t``a`"));
  }

  @Test
  void theCommitTimestampFallsBackStepByStep() {
    String insert = DebeziumMessages.INSERT;
    String withoutSource = insert.replace("\"ts_ms\":1768472430000,", "");
    String snapshot = insert.replace("\"ts_ms\":1768472430000,", "\"ts_ms\":0,");
    String withoutAny = withoutSource.replace("\"ts_ms\":1768472430951,", "");
    assertThat(((Row) decode(null, insert)).commitTs()).isEqualTo(SECOND_TS);
    assertThat(((Row) decode(null, withoutSource)).commitTs()).isEqualTo(1_768_472_430_951L << 18);
    assertThat(((Row) decode(null, snapshot)).commitTs()).isEqualTo(1_768_472_430_951L << 18);
    assertThat(((Row) decode(null, withoutAny)).commitTs()).isEqualTo(Messages.TIME << 18);
    assertThat(canal(decode(null, withoutAny)).get("ts").asLong()).isEqualTo(Messages.TIME);
  }

  @Test
  void envelopesWithAndWithoutSchemaMayTakeTurns() {
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    String wrapped = DebeziumMessages.typed("{\"type\":\"int32\",\"field\":\"v\"}", "5");
    String bare = json(wrapped).get("payload").toString();
    Row first = (Row) decode(decoder, "{\"v\":5}", wrapped);
    assertThat(canal(first).at("/mysqlType/v").asText()).isEqualTo("int");
    assertThat(first.shape().columns()).containsExactly(new TableShape.Column("v", "int", true));
    Row second = (Row) decode(decoder, "{\"v\":5}", bare);
    assertThat(canal(second).at("/data/0/v").asText()).isEqualTo("5");
    assertThat(second.shape()).isNull();
    assertThat(((Row) decode(decoder, "{\"v\":5}", wrapped)).shape()).isNull();
  }

  @Test
  void theSchemaMayStandBehindThePayload() {
    JsonNode message =
        json(DebeziumMessages.typed("{\"type\":\"int32\",\"field\":\"v\"}", "\"5\""));
    String behind =
        "{\"payload\":" + message.get("payload") + ",\"schema\":" + message.get("schema") + "}";
    assertThat(canal(decode(null, behind)).at("/mysqlType/v").asText()).isEqualTo("int");
  }

  @Test
  void aFilesLineMayHoldKeyAndValue() {
    String line =
        "{\"key\":" + DebeziumMessages.KEY + ",\"value\":" + DebeziumMessages.INSERT + "}";
    assertThat(canal(decode(null, line)))
        .isEqualTo(canal(decode(DebeziumMessages.KEY, DebeziumMessages.INSERT)));
    assertThat(decode(null, "{\"key\":" + DebeziumMessages.KEY + ",\"value\":null}"))
        .isEqualTo(skipped("tombstone"));
  }

  @Test
  void keysThatNameNoColumnsAreNoKeys() {
    for (String key : List.of("{\"payload\":{}}", "{}", "5", "Struct{no=9}", "{\"no\":9", "[]")) {
      assertThat(canal(decode(key, DebeziumMessages.INSERT)).get("pkNames").isNull())
          .as(key)
          .isTrue();
    }
    assertThat(canal(decode("{\"payload\":5,\"b\":6}", DebeziumMessages.INSERT)).get("pkNames"))
        .isEqualTo(json("[\"payload\",\"b\"]"));
  }

  @Test
  void instantsAreShownInTheZoneThatIsAskedFor() {
    String zoned =
        DebeziumMessages.typed(
            "{\"type\":\"string\",\"name\":\"io.debezium.time.ZonedTimestamp\",\"field\":\"v\"}",
            "\"2016-10-14T18:15:15.5Z\"");
    Event event =
        decode(
            new DebeziumJsonDecoder(
                DispatcherBy.TABLE, TableRule.ANY, java.time.ZoneId.of("Asia/Shanghai")),
            null,
            zoned);
    assertThat(canal(event).at("/data/0/v").asText()).isEqualTo("2016-10-15 02:15:15.5");
    assertThat(
            canal(
                    decode(
                        new DebeziumJsonDecoder(
                            DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.ofHours(-1)),
                        null,
                        zoned))
                .at("/data/0/v")
                .asText())
        .isEqualTo("2016-10-14 17:15:15.5");
  }

  @Test
  void lineBreaksBetweenTokensAreNotPassedOn() {
    Row row = (Row) decode(null, json(DebeziumMessages.INSERT).toPrettyString());
    assertThat(EventText.slice(row)).doesNotContain("\n");
  }

  @Test
  void nothingRemainsOfTheMessageBefore() {
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    decode(decoder, DebeziumMessages.KEY, DebeziumMessages.UPDATE);
    JsonNode delete = canal(decode(decoder, null, DebeziumMessages.DELETE));
    assertThat(delete).isEqualTo(canal(decode(null, DebeziumMessages.DELETE)));
    assertThat(delete.get("pkNames").isNull()).isTrue();
  }
}
