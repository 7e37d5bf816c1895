package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.BulkGate;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import io.spillway.tools.testing.SearchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from files to a real engine. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SearchPipelineITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(240);
  private static final long SEED = 31;
  private static final int KILLS = 4;
  private static final String FEW_BUFFERS =
      "taskmanager.network.memory.buffers-per-channel: 1,"
          + " taskmanager.network.memory.floating-buffers-per-gate: 2";

  /** How many checkpoints the engine is away for, and how far apart; more make a longer outage. */
  private static final int CHECKPOINTS_AWAY = Integer.getInteger("spillway.outage.checkpoints", 6);

  private static final String INTERVAL_AWAY =
      System.getProperty("spillway.outage.interval", "300 ms");

  /** Far fewer in all lives together than the rows need. */
  private static final int REQUESTS_A_LIFE = 15;

  @TempDir static Path engineFolder;
  private static SearchEngine engine;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    engine = new SearchEngine(engineFolder);
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @BeforeEach
  void clear() throws Exception {
    if (!engine.process().isAlive()) {
      engine.process().restart();
    }
    engine.clear();
  }

  private String pipeline(String drift, String outputs) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in, max-drift: %s}]
        cursor: {events: {path: cursor}}
        errors: {dead-letters: {path: dead}}
        elasticsearch: {hosts: ['%s'], bulk: {%s}}
        """
        .formatted(drift, engine.url(), outputs);
  }

  @Test
  void everyDocumentEndsInItsFinalStateAndPoisonInTheDeadLetters() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 10);
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
        sources: [{type: kafka, brokers: '%s', topics: [shop]}]
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
            "{\"key\":{\"id\":1},\"value\":null}"));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        pipeline("1 min", "")
            .replace("path: in", "path: in, format: debezium-json, watermark: observed"));
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    // the second event of its millisecond
    long version = (1_768_472_430_000L << 18) + 1;
    assertThat(engine.documents())
        .isEqualTo(Map.of("shop.people/2", version + " {\"id\":2,\"name\":\"b\"}"));
    assertThat(folder.resolve("dead"))
        .satisfiesAnyOf(
            dead -> assertThat(dead).doesNotExist(), dead -> assertThat(lines("dead")).isEmpty());
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
    SampleSettings settings = SampleSettings.standard(SEED + 3).withDdls(false, 0).withReplays(0);
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

  private static void assertFinal(Map<String, String> documents, Partitions sample, long seed)
      throws IOException {
    assertThat(SearchEngine.differences(documents, SearchEngine.expected(sample)))
        .as("seed %d", seed)
        .isEmpty();
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

  private List<JsonNode> lines(String log) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    // files of a checkpoint that isn't complete begin with a dot
    for (Path file : LiveTree.files(folder.resolve(log), name -> name.matches("[^.].*\\.ndjson"))) {
      for (String line : Files.readAllLines(file)) {
        lines.add(JSON.readTree(line));
      }
    }
    return lines;
  }

  /** The search cursor's last value; every event must follow from the one before. */
  private long cursor() throws IOException {
    List<JsonNode> events =
        lines("cursor").stream()
            .filter(event -> event.get("sink").asText().equals("search"))
            .sorted((a, b) -> Long.compare(a.get("seq").asLong(), b.get("seq").asLong()))
            .toList();
    assertThat(events).isNotEmpty();
    long value = Long.MIN_VALUE;
    for (JsonNode event : events) {
      assertThat(event.get("scope").asText()).isEqualTo("GLOBAL");
      assertThat(event.get("value").asLong()).isGreaterThanOrEqualTo(value);
      value = event.get("value").asLong();
    }
    return value;
  }

  @Test
  void checkpointsGoOnWhileTheEngineIsDownAndAFullBufferWaits() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED + 1).withRows(20_000, 600);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    // little is on the way between tasks, so that the buffer takes it for far more than the
    // barriers
    String pipeline =
        pipeline("1 min", "buffer: 5 mb, max-bytes: 256 kb, initial-bytes: 128 kb, cooldown: 1 s")
            .replace("300 ms}", INTERVAL_AWAY + ", flink: {" + FEW_BUFFERS + "}}")
            .replace("bulk: {", "spool: {quota: 1 mb}, bulk: {");
    engine.process().kill();
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpoints(CHECKPOINTS_AWAY);
      checkpoint = job.cancel();
    }
    engine.process().restart();
    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      job.awaitEnd();
    }
    assertFinal(engine.documents(), sample, SEED + 1);
  }

  /** Storage ends at once; the engine, which was never there, gets every document when it comes. */
  @Test
  void storageDeliversAllWhileTheEngineIsAwayAndTheDocumentsFollow() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED + 4).withRows(5_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("1 min", "cooldown: 1 s") + "storage: {path: out}\n");
    engine.process().kill();
    try (SpillwayProcess process = SpillwayProcess.start(folder, "run", file.toString())) {
      long last = sample.sent().last();
      Eventually.holds(
          LIMIT,
          () -> process.output().contains("checkpoint-ts " + last),
          () -> "storage waits for the engine");
      assertThat(process.isAlive()).as("documents are missing").isTrue();
      engine.process().restart();
      assertThat(process.ends(LIMIT)).as(process.output()).isTrue();
      assertThat(process.exitCode()).as(process.output()).isEqualTo(ExitCode.OK);
      assertThat(process.output()).contains("0 to the dead letters, 0 held");
    }
    assertFinal(engine.documents(), sample, SEED + 4);
  }

  /** One index is closed, one refuses every document: the others have all of theirs. */
  @Test
  void indicesThatRefuseDocumentsHoldUpNobodyAndABoundedRunEnds() throws Exception {
    engine.call(
        "PUT", "/shop.strict", "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}}");
    engine.call("PUT", "/shop.shut", "{}");
    engine.call("POST", "/shop.shut/_close", null);
    long commitTs = 1_768_472_430_000L << 18;
    List<byte[]> rows = new ArrayList<>();
    for (int id = 1; id <= 60; id++) {
      rows.add(strictRow(id, "seven", commitTs));
      rows.add(row("shut", id, commitTs));
      rows.add(row("fine", id, commitTs));
    }
    new Partitions(List.of(rows)).write(folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        pipeline("1 min", "")
            .replace("watermark: resolved", "")
            .replace("path: in", "path: in, watermark: observed")
            .replace("bulk: {", "at-end: {index-wait: 3 s}, bulk: {"));
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .contains("180 documents: 60 stored, 0 already newer or gone, 120 to the dead letters");
    engine.call("POST", "/shop.shut/_open", null);
    assertThat(engine.documents().keySet())
        .hasSize(60)
        .allMatch(key -> key.startsWith("shop.fine"));
    assertThat(lines("dead")).hasSize(120);
  }

  private static byte[] row(String table, int id, long commitTs) {
    return new String(strictRow(id, "7", commitTs), UTF_8)
        .replace("\"strict\"", "\"" + table + "\"")
        .getBytes(UTF_8);
  }

  private SpillwayProcess resumed(Path file) throws IOException {
    return SpillwayProcess.start(folder, "run", file.toString(), "--resume");
  }

  /** The job has more to send when it dies, and where the engine dies too, that is first. */
  private void killBehindTheGate(Path file, BulkGate gate, boolean withEngine) throws Exception {
    CountDownLatch stopped = gate.letThrough(REQUESTS_A_LIFE);
    try (SpillwayProcess process = resumed(file)) {
      Eventually.holds(
          LIMIT,
          () -> stopped.getCount() == 0 || !process.isAlive(),
          () -> "not " + REQUESTS_A_LIFE + " requests");
      assertThat(process.isAlive()).as(process.output()).isTrue();
      if (withEngine) {
        engine.process().kill();
        long before = gate.unanswered();
        gate.letThrough(REQUESTS_A_LIFE);
        Eventually.holds(LIMIT, () -> gate.unanswered() > before, () -> "no request was refused");
        assertThat(process.isAlive()).as(process.output()).isTrue();
      }
      process.kill();
    }
    if (withEngine) {
      engine.process().restart();
    }
  }

  @Test
  void nothingIsLostAndNothingOlderWinsWhenJobAndEngineAreKilledInTurn() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED + 2).withRows(60_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    try (BulkGate gate = new BulkGate(engine.url())) {
      Files.writeString(
          file,
          pipeline("1 min", "cooldown: 1 s, max-bytes: 64 kb, initial-bytes: 64 kb")
              .replace(engine.url(), gate.url()));
      for (int kill = 0; kill < KILLS; kill++) {
        killBehindTheGate(file, gate, kill % 2 == 1);
      }
      gate.letThrough(Long.MAX_VALUE);
      try (SpillwayProcess process = resumed(file)) {
        assertThat(process.ends(LIMIT)).as(process.output()).isTrue();
        assertThat(process.exitCode()).as(process.output()).isEqualTo(ExitCode.OK);
      }
    }
    assertFinal(engine.documents(), sample, SEED + 2);
    long last = sample.sent().last();
    assertThat(cursor()).isGreaterThanOrEqualTo(last);
  }
}
