package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.BulkStub;
import io.spillway.testing.BulkStub.Fate;
import io.spillway.testing.BulkStub.Item;
import io.spillway.testing.LiveTree;
import io.spillway.tools.testing.CanalStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs against an endpoint that some documents, or those of one table, break. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class BrokenEndpointITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROWS = 6;
  private static final String REFUSAL =
      "{\"status\":400,\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"made\"}}";

  @TempDir Path folder;

  private CommandRun run(BulkStub engine, String bulk) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, parallelism: 1, checkpoint-interval: 300 ms}
            sources: [{type: files, path: in}]
            storage: {path: out}
            cursor: {events: {path: cursor}}
            errors:
              dead-letters: {path: dead}
              # fewer than usual: each wait is twice the last, and no answer takes a second
              policy: [{domain: search, type: item, kind: cut, attempts: 3}]
            elasticsearch: {hosts: ['%s'], at-end: {index-wait: 2 s}, bulk: {%s}}
            """
                .formatted(engine.url(), bulk));
    return CommandRun.of("run", file.toString());
  }

  private List<JsonNode> letters() throws IOException {
    List<JsonNode> letters = new ArrayList<>();
    for (Path file :
        LiveTree.files(folder.resolve("dead"), name -> name.matches("[^.].*\\.ndjson"))) {
      for (String line : Files.readAllLines(file)) {
        letters.add(JSON.readTree(line));
      }
    }
    return letters;
  }

  private long storedRows() throws IOException {
    long rows = 0;
    for (Path file : LiveTree.files(folder.resolve("out/shop"), name -> name.startsWith("CDC0"))) {
      rows += Files.readString(file).lines().count();
    }
    return rows;
  }

  static List<Set<Fate>> fates() {
    return List.of(
        Set.of(Fate.UNANSWERED), Set.of(Fate.CUT, Fate.REFUSED, Fate.FAILED, Fate.TIMED_OUT));
  }

  /** There is no other traffic by which the endpoint could show that it is alive. */
  @ParameterizedTest
  @MethodSource("fates")
  void aDocumentThatNoRequestSurvivesIsALetterAndAllOthersAreStored(Set<Fate> fates)
      throws Exception {
    CanalStream stream = new CanalStream();
    Map<String, Fate> breaking = new HashMap<>();
    for (int id = 1; id <= ROWS; id++) {
      for (Fate fate : fates) {
        String table = fate.name().toLowerCase(Locale.ROOT);
        stream.insert(table, id, "x");
        breaking.put("shop." + table + "/3", fate);
      }
    }
    stream.partitions().write(folder.resolve("in"));
    BulkStub.Rules rules =
        new BulkStub.Rules() {
          @Override
          public Fate fate(List<Item> request, int bytes) {
            return request.stream()
                .map(item -> breaking.get(item.key()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(Fate.ANSWERED);
          }
        };
    try (BulkStub engine = new BulkStub(rules)) {
      CommandRun run =
          run(engine, "request-timeout: 300 ms, cooldown: 200 ms, max-interval: 200 ms");

      assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
      assertThat(engine.stored())
          .hasSize((ROWS - 1) * fates.size())
          .doesNotContainKeys(breaking.keySet().toArray(String[]::new));
    }
    assertThat(letters())
        .hasSize(fates.size())
        .allSatisfy(letter -> assertThat(letter.get("attempts").asInt()).isBetween(1, 30))
        .extracting(letter -> letter.get("index").asText() + "/" + letter.get("id").asText())
        .containsExactlyInAnyOrderElementsOf(breaking.keySet());
    assertThat(storedRows()).isEqualTo((long) ROWS * fates.size());
  }

  /** As a proxy does that takes only so many bytes. */
  @Test
  void aDocumentThatIsTooLargeForTheEndpointIsALetterAlsoWhereItSaysNothing() throws Exception {
    CanalStream stream = new CanalStream();
    for (int id = 1; id <= 10; id++) {
      stream.insert("t", id, id == 5 ? "x".repeat(7_000) : "x");
    }
    stream.partitions().write(folder.resolve("in"));
    BulkStub.Rules rules =
        new BulkStub.Rules() {
          @Override
          public Fate fate(List<Item> request, int bytes) {
            return bytes > 6_000 ? Fate.CUT : Fate.ANSWERED;
          }
        };
    try (BulkStub engine = new BulkStub(rules)) {
      CommandRun run = run(engine, "cooldown: 1 s");

      assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
      assertThat(run.out()).contains("10 documents: 9 stored, 0 already newer or gone, 1 to");
      assertThat(engine.stored()).hasSize(9).doesNotContainKey("shop.t/5");
    }
    assertThat(letters())
        .singleElement()
        .satisfies(letter -> assertThat(letter.get("id").asText()).isEqualTo("5"));
    assertThat(storedRows()).isEqualTo(10);
  }

  /** More than the buffer holds. */
  @Test
  void aTableThatTheEndpointRefusesHoldsUpNeitherTheOtherNorTheEnd() throws Exception {
    CanalStream stream = new CanalStream();
    for (int id = 1; id <= 400; id++) {
      stream.insert(id % 5 == 0 ? "refused" : "taken", id, "x".repeat(200));
    }
    stream.partitions().write(folder.resolve("in"));
    BulkStub.Rules rules =
        new BulkStub.Rules() {
          @Override
          public String refusal(Item item) {
            return item.key().startsWith("shop.refused/") ? REFUSAL : null;
          }
        };
    try (BulkStub engine = new BulkStub(rules)) {
      CommandRun run =
          run(
              engine,
              "buffer: 64 kb, max-bytes: 16 kb, initial-bytes: 16 kb, min-bytes: 4 kb,"
                  + " cooldown: 1 s");

      assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.FAILED);
      assertThat(run.out())
          .contains("400 documents: 320 stored, 0 already newer or gone, 80 to the dead letters");
      assertThat(engine.stored()).hasSize(320);
    }
    assertThat(letters())
        .hasSize(80)
        .allSatisfy(letter -> assertThat(letter.get("index").asText()).isEqualTo("shop.refused"));
    assertThat(storedRows()).isEqualTo(400);
  }
}
