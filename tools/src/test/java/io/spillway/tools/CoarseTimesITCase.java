package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that share one time of their source: the order of the stream decides. */
class CoarseTimesITCase {
  private static final long SECOND = 1_589_373_515_000L;
  private static final String PIPELINE =
      """
      pipeline: {name: coarse, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in, watermark: observed, format: %s}]
      storage: {path: out, flush-interval: 200 ms}
      """;

  @TempDir Path folder;

  private static String row(String table, long es, int id) {
    return ("{\"data\":[{\"id\":\"%d\"}],\"database\":\"shop\",\"es\":%d,\"id\":1,\"isDdl\":false,"
            + "\"mysqlType\":{\"id\":\"int\"},\"old\":null,\"pkNames\":[\"id\"],\"sql\":\"\","
            + "\"table\":\"%s\",\"ts\":%d,\"type\":\"INSERT\"}")
        .formatted(id, es, table, es);
  }

  private static String ddl(String table, long es, String type, String sql) {
    return ("{\"data\":null,\"database\":\"shop\",\"es\":%d,\"id\":1,\"isDdl\":true,\"sql\":\"%s\","
            + "\"table\":\"%s\",\"ts\":%d,\"type\":\"%s\"}")
        .formatted(es, sql, table, es, type);
  }

  private void write(int partition, String... messages) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.write(folder.resolve("in/p-" + partition + ".ndjson"), List.of(messages));
  }

  /** The ids of the rows of each version that has any, in the versions' order. */
  private List<List<Integer>> rows(String table) throws IOException {
    TreeMap<Long, List<Integer>> byVersion = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder.resolve("out/shop/" + table))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        String version = folder.resolve("out/shop/" + table).relativize(file).getName(0).toString();
        if (!version.equals("meta")) {
          for (String line : Files.readAllLines(file)) {
            byVersion
                .computeIfAbsent(Long.parseLong(version), v -> new ArrayList<>())
                .add(Integer.parseInt(line.replaceFirst(".*\"id\":\"(\\d+)\".*", "$1")));
          }
        }
      }
    }
    return List.copyOf(byVersion.values());
  }

  private long schemaFiles(String table) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("out/shop/" + table + "/meta"))) {
      return files.filter(f -> f.getFileName().toString().startsWith("schema_")).count();
    }
  }

  @Test
  void everyDdlOfASecondHasItsVersionAndEveryRowItsSide() throws Exception {
    write(
        0,
        row("a", SECOND, 1),
        ddl("a", SECOND, "TRUNCATE", "TRUNCATE TABLE a"),
        row("a", SECOND, 2));
    write(
        1,
        ddl("b", SECOND, "CREATE", "CREATE TABLE b (id int primary key)"),
        ddl("b", SECOND, "ALTER", "ALTER TABLE b ADD x int"),
        ddl("b", SECOND, "ALTER", "ALTER TABLE b ADD y int"),
        row("b", SECOND, 3));
    write(
        2,
        row("c", SECOND + 20_000, 4),
        ddl("c", SECOND + 10_000, "TRUNCATE", "TRUNCATE TABLE c"),
        row("c", SECOND + 31_000, 5));

    deliver("canal-json");

    assertThat(rows("a")).containsExactly(List.of(1), List.of(2));
    assertThat(rows("b")).containsExactly(List.of(3));
    assertThat(schemaFiles("b")).as("a version for each DDL").isEqualTo(3);
    assertThat(rows("c")).as("a statement that had waited").containsExactly(List.of(4), List.of(5));
  }

  @Test
  void rowsOfOneMillisecondStandOnTheirSideOfADebeziumTruncate() throws Exception {
    // as MySQL's connector says it in the table's topic, and in that of the schema changes
    write(0, change("a", 1), "{\"op\":\"t\"," + source("a") + "}", change("a", 2));
    write(1, change("b", 3), truncate("b"), change("b", 4), truncate("b"), change("b", 5));

    deliver("debezium-json");

    assertThat(rows("a")).containsExactly(List.of(1), List.of(2));
    assertThat(rows("b")).containsExactly(List.of(3), List.of(4), List.of(5));
  }

  private static String source(String table) {
    return "\"source\":{\"db\":\"shop\",\"table\":\"%s\",\"ts_ms\":%d}".formatted(table, SECOND);
  }

  private static String change(String table, int id) {
    return "{\"op\":\"c\",\"after\":{\"id\":%d},%s}".formatted(id, source(table));
  }

  private static String truncate(String table) {
    return "{%s,\"databaseName\":\"shop\",\"ddl\":\"TRUNCATE TABLE %s\",\"tableChanges\":[]}"
        .formatted(source(table), table);
  }

  private void deliver(String format) throws IOException {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(format));
    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    CommandRun verified = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verified.exitCode()).as(verified.out()).isEqualTo(ExitCode.OK);
  }
}
