package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.BulkGate;
import io.spillway.testing.EngineProcess.Engine;
import io.spillway.testing.EngineRights;
import io.spillway.testing.Eventually;
import io.spillway.testing.Repository;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.SearchEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What statements do to documents, from files to a real engine. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SearchDdlITCase {
  private static final long START = 1_768_472_430_000L << 18;
  private static final Duration LIMIT = Duration.ofSeconds(240);

  /** How many random streams, and the seed of the first. */
  private static final int SEEDS = Integer.getInteger("spillway.search.seeds", 1);

  private static final int FIRST_SEED = Integer.getInteger("spillway.search.first-seed", 1);

  private SearchEngine engine;
  @TempDir Path folder;

  @BeforeEach
  void findEngine() throws Exception {
    engine = SearchEngine.shared(Engine.ELASTICSEARCH);
  }

  private static byte[] message(String table, String type, int step, String rest) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"%s\",\"type\":\"%s\",\"es\":1,\"ts\":1,%s,"
            + "\"_tidb\":{\"commitTs\":%d}}")
        .formatted(table, type, rest, ts(step))
        .getBytes(UTF_8);
  }

  private static long ts(int step) {
    return START + ((long) step << 18);
  }

  private static byte[] row(String table, String type, int id, int step) {
    return message(
        table,
        type,
        step,
        "\"isDdl\":false,\"sql\":\"\",\"pkNames\":[\"id\"],\"old\":null,"
            + "\"mysqlType\":{\"id\":\"bigint\",\"v\":\"varchar\"},\"data\":[{\"id\":\""
            + id
            + "\",\"v\":\"step "
            + step
            + "\"}]");
  }

  private static byte[] ddl(String table, String type, String statement, int step) {
    return message(
        table,
        type,
        step,
        "\"isDdl\":true,\"sql\":\"" + statement + "\",\"pkNames\":null,\"data\":null,\"old\":null");
  }

  private static byte[] resolved(int step) {
    return "{\"type\":\"TIDB_WATERMARK\",\"isDdl\":false,\"_tidb\":{\"watermarkTs\":%d}}"
        .formatted(ts(step))
        .getBytes(UTF_8);
  }

  private Path pipeline(String url, String keys) throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in, max-drift: 1 min}]
        cursor: {events: {path: cursor}}
        errors: {dead-letters: {path: dead}}
        elasticsearch: {hosts: ['%s'], bulk: {cooldown: 1 s, max-bytes: 4 kb, initial-bytes: 4 kb, min-bytes: 1 kb}%s}
        """
            .formatted(url, keys));
    return file;
  }

  private static Map<String, String> ids(Map<String, String> documents) {
    Map<String, String> ids = new TreeMap<>();
    documents.forEach((key, value) -> ids.put(key, value.replaceAll(".*step (\\d+).*", "$1")));
    return ids;
  }

  /** Those of docs/security.md. */
  private static Set<String> documentedRights() throws Exception {
    String row =
        Files.readAllLines(Repository.root().resolve("docs/security.md")).stream()
            .filter(line -> line.startsWith("| index names of"))
            .findFirst()
            .orElseThrow();
    return Pattern.compile("`([a-z_]+)`")
        .matcher(row)
        .results()
        .map(right -> right.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** New fields, and a TRUNCATE, need the most of an engine. */
  @Test
  void theDocumentedRightsAreEnoughAndEachIsNamedWhereItIsMissing() throws Exception {
    new Partitions(
            List.of(
                List.of(
                    row("tr", "INSERT", 1, 1),
                    row("tr", "INSERT", 2, 2),
                    row("tr", "DELETE", 2, 3),
                    ddl("tr", "TRUNCATE", "TRUNCATE TABLE `tr`", 5),
                    row("tr", "INSERT", 3, 7),
                    ddl("tr", "ALTER", "ALTER TABLE `tr` ADD COLUMN `w` INT", 8),
                    new String(row("tr", "INSERT", 4, 9), UTF_8)
                        .replace("\"v\":\"varchar\"", "\"v\":\"varchar\",\"w\":\"int\"")
                        .replace("\"v\":\"step", "\"w\":\"1\",\"v\":\"step")
                        .getBytes(UTF_8),
                    resolved(11))))
        .write(folder.resolve("in"));
    Set<String> all = documentedRights();
    try (BulkGate gate = new BulkGate(engine.url())) {
      gate.letThrough(Long.MAX_VALUE);
      EngineRights rights = new EngineRights(all);
      gate.hold(rights);
      Path file = pipeline(gate.url(), "");

      CommandRun run = CommandRun.of("run", file.toString());

      assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
      assertThat(ids(engine.documents())).isEqualTo(Map.of("shop.tr/3", "7", "shop.tr/4", "9"));
      assertThat(rights.needed()).isEqualTo(all);
      for (String right : all) {
        Set<String> others = new TreeSet<>(all);
        others.remove(right);
        gate.hold(new EngineRights(others));
        CommandRun validate = CommandRun.of("validate", file.toString());
        assertThat(validate.out() + validate.err())
            .containsOnlyOnce("lacks the privilege ")
            .contains("lacks the privilege " + right + " on indices");
      }
    }
  }

  @Test
  void documentsGoOrStayAsTheKeysSay() throws Exception {
    new Partitions(
            List.of(
                List.of(
                    row("tr", "INSERT", 1, 1),
                    row("tr", "INSERT", 2, 2),
                    row("dr", "INSERT", 1, 3),
                    row("rn", "INSERT", 1, 4),
                    ddl("tr", "TRUNCATE", "TRUNCATE TABLE `tr`", 5),
                    row("tr", "INSERT", 2, 6),
                    row("tr", "INSERT", 3, 7),
                    ddl("dr", "ERASE", "DROP TABLE `dr`", 8),
                    ddl("rn2", "RENAME", "RENAME TABLE `shop`.`rn` TO `shop`.`rn2`", 9),
                    row("rn2", "UPDATE", 1, 10),
                    resolved(11))))
        .write(folder.resolve("in"));
    CommandRun run = CommandRun.of("run", pipeline(engine.url(), "").toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(ids(engine.documents()))
        .isEqualTo(
            Map.of(
                "shop.tr/2",
                "6",
                "shop.tr/3",
                "7",
                "shop.dr/1",
                "3",
                "shop.rn/1",
                "4",
                "shop.rn2/1",
                "10"));

    // a table that was dropped, where that is asked for; to do it again changes nothing
    CommandRun again =
        CommandRun.of("run", pipeline(engine.url(), ", on-drop: delete").toString(), "--fresh");
    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
    assertThat(ids(engine.documents()))
        .isEqualTo(
            Map.of("shop.tr/2", "6", "shop.tr/3", "7", "shop.rn/1", "4", "shop.rn2/1", "10"));
  }

  /**
   * Two partitions that aren't in step, each with every statement; the job is killed on its way.
   */
  @Test
  void rowsOnBothSidesOfATruncateEndAsTheirStreamDoes() throws Exception {
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      engine.clear();
      Path in = folder.resolve("seed-" + seed).resolve("in");
      Files.createDirectories(in);
      Partitions stream = random(seed);
      stream.write(in);
      try (BulkGate gate = new BulkGate(engine.url())) {
        Path file = pipeline(gate.url(), "");
        Path own = in.resolveSibling("pipeline.yaml");
        Files.move(file, own);
        killed(own, gate);
        gate.letThrough(Long.MAX_VALUE);
        CommandRun last = CommandRun.of("run", own.toString());
        assertThat(last.exitCode()).as(last.out() + last.err()).isEqualTo(ExitCode.OK);
      }
      assertThat(SearchEngine.differences(engine.documents(), SearchEngine.expected(stream)))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  private static void killed(Path file, BulkGate gate) throws Exception {
    CountDownLatch stopped = gate.letThrough(20);
    try (SpillwayProcess process =
        SpillwayProcess.start(file.getParent(), "run", file.toString())) {
      Eventually.holds(
          LIMIT,
          () -> stopped.getCount() == 0 || !process.isAlive(),
          () -> "not that many requests");
      assertThat(process.isAlive()).as(process.output()).isTrue();
      process.kill();
    }
  }

  private static Partitions random(long seed) {
    Random random = new Random(seed);
    List<List<byte[]>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    for (int step = 1; step <= 4_000; step++) {
      String table = random.nextBoolean() ? "a" : "b";
      if (random.nextInt(400) == 0) {
        for (List<byte[]> partition : partitions) {
          partition.add(ddl(table, "TRUNCATE", "TRUNCATE TABLE " + table, step));
        }
        continue;
      }
      int id = random.nextInt(300);
      // as TiCDC does it: all changes of a key in one partition
      List<byte[]> partition = partitions.get(id % 2);
      partition.add(row(table, random.nextInt(5) == 0 ? "DELETE" : "UPDATE", id, step));
      if (random.nextInt(20) == 0) {
        partition.add(resolved(step));
      }
    }
    partitions.forEach(partition -> partition.add(resolved(4_001)));
    return new Partitions(partitions);
  }
}
