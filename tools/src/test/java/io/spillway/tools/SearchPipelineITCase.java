package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs from files to a real engine. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SearchPipelineITCase extends SearchRunFixture {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SEED = 31;
  private static final int ROWS = 6_000;

  @Test
  void everyDocumentEndsInItsFinalStateAndPoisonInTheDeadLetters() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withRows(ROWS, 0).withDdls(true, 10);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    engine.call(
        "PUT", "/shop.strict", "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}}");
    byte[] poison = withStrictRows(sample);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("1 min", "") + "storage: {path: out, file-size: 64 kb}\n");
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    Map<String, String> documents = engine.documents();
    assertThat(documents.remove("shop.strict/1")).endsWith("{\"id\":1,\"n\":\"7\"}");
    assertFinal(documents, sample, SEED);
    List<JsonNode> letters = lines("dead");
    assertThat(letters).hasSize(1);
    JsonNode letter = letters.get(0);
    assertThat(letter.get("value").binaryValue()).isEqualTo(poison);
    assertThat(letter.get("stage").asText()).isEqualTo("search");
    assertThat(letter.get("kind").asText()).isEqualTo("document_parsing_exception");
    assertThat(letter.get("topic").asText()).isEqualTo("shop");
    assertThat(letter.get("partition").asInt()).isEqualTo(1);
    assertThat(letter.get("offset").asLong()).isPositive();
    assertThat(letter.get("status").asInt()).isEqualTo(400);
    assertThat(letter.get("index").asText()).isEqualTo("shop.strict");
    assertThat(letter.get("id").asText()).isEqualTo("2");
    assertThat(letter.get("attempts").asInt()).isEqualTo(1);
    assertThat(cursor()).isGreaterThanOrEqualTo(sample.sent().last());
    assertThat(lines("cursor"))
        .filteredOn(event -> event.get("reason").asText().equals("mode"))
        .first()
        .extracting(event -> event.at("/bulk/mode").asText())
        .isEqualTo("STEADY");
    Path page = folder.resolve("report.html");
    assertThat(CommandRun.of("report", file.toString(), "--out", page.toString()).exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(page).content().contains("<svg id=modes", "<title>STEADY from");
  }

  /** Storage has had the row, so that it is put back for the engine alone. */
  @Test
  void aRowThatTheEngineRefusedIsPutBackForItAloneOnceTheMappingIsMended() throws Exception {
    engine.call(
        "PUT", "/shop.strict", "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}}");
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "shop", 1);
    KafkaTopic.create(broker, "dead", 1);
    long commitTs = 1_768_472_430_000L << 18;
    topic.send(
        0,
        List.of(
            strictRow(1, "7", commitTs),
            strictRow(2, "seven", commitTs),
            "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":%d}}"
                .formatted(commitTs)
                .getBytes(UTF_8)));
    String pipeline =
        """
        pipeline: {name: shop, parallelism: 1, checkpoint-interval: 200 ms}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [shop]}]
        storage: {path: out, flush-interval: 200 ms}
        errors: {dead-letters: {type: kafka, topic: dead}}
        elasticsearch: {hosts: ['%s']}
        """
            .formatted(broker.address(), engine.url());
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(folder.resolve("out"), commitTs);
      putBackOnceMended(job);
    }
  }

  private void putBackOnceMended(RunningJob job) throws Exception {
    String file = folder.resolve("pipeline.yaml").toString();
    Eventually.holds(
        LIMIT,
        () -> CommandRun.of("dead-letters", "list", file).out().contains("shop-0@1  search"),
        () -> "no letter: " + CommandRun.of("dead-letters", "list", file).out());
    assertThat(engine.documents()).containsOnlyKeys("shop.strict/1");
    Map<String, String> stored = storedRows();
    assertThat(String.join("\n", stored.values())).contains("\"seven\"").contains("\"7\"");
    engine.call(
        "PUT",
        "/shop.strict/_mapping",
        "{\"properties\":{\"n\":{\"type\":\"integer\",\"ignore_malformed\":true}}}");
    String[] replay = {"dead-letters", "replay", file, "--stage", "search"};
    assertThat(CommandRun.of(replay).out()).contains("1 put back, 0 put back before");
    Eventually.holds(
        LIMIT,
        () -> engine.documents().containsKey("shop.strict/2"),
        () -> "the document isn't there");
    assertThat(engine.documents().get("shop.strict/2")).endsWith("{\"id\":2,\"n\":\"seven\"}");
    assertThat(CommandRun.of(replay).out()).contains("0 put back, 1 put back before");
    job.awaitCheckpoints(3);
    assertThat(storedRows()).as("storage has had it").isEqualTo(stored);
  }

  private Map<String, String> storedRows() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (Path file : LiveTree.files(folder.resolve("out/shop"), name -> name.startsWith("CDC0"))) {
      rows.put(file.toString(), Files.readString(file));
    }
    return rows;
  }

  @Test
  void debeziumsDeleteRemovesItsDocumentAndTheTombstoneAfterItChangesNothing() throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.write(
        folder.resolve("in/shop-0.ndjson"),
        List.of(
            debezium(1, "c", "null", "{\"id\":1,\"name\":\"a\"}"),
            debezium(2, "c", "null", "{\"id\":2,\"name\":\"b\"}"),
            debezium(1, "u", "{\"id\":1,\"name\":\"a\"}", "{\"id\":1,\"name\":\"c\"}"),
            debezium(1, "d", "{\"id\":1,\"name\":\"c\"}", "null"),
            debezium(2, "u", "null", "{\"id\":2,\"name\":\"__debezium_unavailable_value\"}"),
            "{\"key\":{\"id\":1},\"value\":null}"));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        pipeline("1 min", "")
                .replace("path: in", "path: in, format: debezium-json, watermark: observed")
            + "tables: [{match: ['shop.misspelled'], drop: true}]\n");
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("rules for tables that no table has matched: 1");
    // the second event of its millisecond
    long version = (1_768_472_430_000L << 18) + 1;
    assertThat(engine.documents())
        .isEqualTo(Map.of("shop.people/2", version + " {\"id\":2,\"name\":\"b\"}"));
    // what an update of PostgreSQL leaves alone isn't sent, and no document gets its placeholder
    assertThat(lines("dead"))
        .singleElement()
        .satisfies(letter -> assertThat(letter.get("kind").asText()).isEqualTo("row:BAD_VALUE"))
        .satisfies(letter -> assertThat(letter.get("reason").asText()).contains("name"));
  }

  /** As Debezium's MySQL connector has it: all of one second, with times in whole seconds. */
  private static String debezium(int id, String op, String before, String after) {
    return ("{\"key\":{\"id\":%d},\"value\":{\"before\":%s,\"after\":%s,\"op\":\"%s\","
            + "\"ts_ms\":1768472430951,\"source\":{\"connector\":\"mysql\",\"db\":\"shop\","
            + "\"table\":\"people\",\"ts_ms\":1768472430000}}}")
        .formatted(id, before, after, op);
  }

  @Test
  void aBackfillBesideHarvestNeverOverwritesWhatIsNewer() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(SEED + 3).withRows(ROWS, 0).withDdls(false, 0).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    sample.part(0.4, 1).write(folder.resolve("in"));
    // what HARVEST delivers as well, and what was there before it
    sample.part(0, 0.7).write(folder.resolve("old"));
    Path file = folder.resolve("pipeline.yaml");
    String backfill =
        "{type: files, path: old, operation: BACKFILL, namespace: plan-7, max-drift: 1 min}";
    Files.writeString(
        file,
        pipeline("1 min", "")
            .replace("max-drift: 1 min}]", "max-drift: 1 min}, " + backfill + "]"));
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertFinal(engine.documents(), sample, SEED + 3);
    long last = sample.sent().last();
    assertThat(lines("cursor"))
        .filteredOn(event -> event.get("namespace").asText().equals("plan-7"))
        .isNotEmpty()
        .allMatch(event -> event.get("direction").asText().equals("BACKFILL"))
        .allMatch(event -> event.get("value").asLong() < last);
    assertThat(
            lines("cursor").stream()
                .filter(event -> event.get("namespace").asText().isEmpty())
                .mapToLong(event -> event.get("value").asLong())
                .max()
                .orElseThrow())
        .isGreaterThanOrEqualTo(last);
  }

  /** Writes the sample with two rows of another table before partition 1; gives the bad one. */
  private byte[] withStrictRows(Partitions sample) throws IOException {
    List<List<byte[]>> partitions = new ArrayList<>(sample.messages());
    List<byte[]> first = new ArrayList<>(partitions.get(1));
    long commitTs = JSON.readTree(first.get(0)).at("/_tidb/commitTs").asLong();
    byte[] bad = strictRow(2, "seven", commitTs);
    first.add(0, bad);
    first.add(0, strictRow(1, "7", commitTs));
    partitions.set(1, first);
    new Partitions(partitions).write(folder.resolve("in"));
    return bad;
  }

  private static byte[] strictRow(int id, String number, long commitTs) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"strict\",\"pkNames\":[\"id\"],"
            + "\"isDdl\":false,\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"sql\":\"\","
            + "\"sqlType\":{\"id\":-5,\"n\":12},\"mysqlType\":{\"id\":\"bigint\",\"n\":\"varchar\"},"
            + "\"old\":null,\"data\":[{\"id\":\""
            + id
            + "\",\"n\":\""
            + number
            + "\"}],\"_tidb\":{\"commitTs\":"
            + commitTs
            + "}}")
        .getBytes(UTF_8);
  }
}
