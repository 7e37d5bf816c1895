package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.policy.Backoff;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.MatrixRow;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyMatrix;
import io.spillway.search.bulk.BulkBounds;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.Guardrails;
import io.spillway.search.bulk.Mode;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.testing.EngineProcess.Engine;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The writer against a real node of each engine, with a tiny write queue and a limit of 1 MB a
 * request.
 */
class BulkWriterITCase {
  private static final Map<Engine, EngineNode> NODES = new EnumMap<>(Engine.class);
  @TempDir static Path home;
  private EngineNode engine;

  private void use(Engine kind) throws Exception {
    if (!NODES.containsKey(kind)) {
      NODES.put(
          kind,
          new EngineNode(
              kind,
              home.resolve(kind.name()),
              "thread_pool.write.size=1",
              "thread_pool.write.queue_size=1",
              "http.max_content_length=1mb"));
    }
    engine = NODES.get(kind);
  }

  @AfterAll
  static void stop() throws Exception {
    for (EngineNode node : NODES.values()) {
      node.close();
    }
  }

  @AfterEach
  void deleteIndices() throws Exception {
    engine.deleteIndices();
  }

  private static WriterConfig config(int maxBytes, long cooldownMs) {
    BulkBounds bounds =
        new BulkBounds(
            new BulkLimits(4 << 10, 20, 1),
            new BulkLimits(Math.min(64 << 10, maxBytes), 50, 2),
            new BulkLimits(maxBytes, 500, 4));
    ControllerConfig controller =
        new ControllerConfig(
            bounds,
            Guardrails.DEFAULT,
            ControllerConfig.Thresholds.DEFAULT,
            new ControllerConfig.Pace(cooldownMs / 2, cooldownMs, 50, 500));
    WriterConfig d = WriterConfig.DEFAULT;
    return new WriterConfig(controller, 16 << 20, policy(), d.deadLetters(), d.newIndices());
  }

  /** The built-in one with waits that a test has time for. */
  private static PolicyMatrix policy() {
    PolicyMatrix matrix = JobMatrix.DEFAULT;
    for (MatrixRow row : JobMatrix.DEFAULT.rows()) {
      Policy.Attempts old = row.policy().attempts();
      if (row.selector().domain().equals("search")
          && old.backoff().shape() == Backoff.Shape.EXPONENTIAL) {
        Policy quick =
            new Policy(
                new Policy.Attempts(
                    old.retry(), Backoff.exponential(50, 2_000), old.most(), old.when()),
                row.policy().deadLetter(),
                row.policy().stops(),
                row.policy().alert());
        matrix = matrix.replacing(new MatrixRow(row.selector(), quick));
      }
    }
    return matrix;
  }

  private WriterOnEngine writer() {
    return new WriterOnEngine(ConnectionConfig.of(engine.url()), config(256 << 10, 1_000));
  }

  @ParameterizedTest
  @EnumSource
  void endsInTheRightStateAfterReplaysAndReorderingThroughRealRejections(Engine kind)
      throws Exception {
    use(kind);
    ChangeStream stream = new ChangeStream(11, 6, 10_000);
    try (WriterOnEngine on = writer()) {
      // one bulk over five shards meets a queue of one: some of its items are rejected
      engine.call("PUT", "/shop.t0", "{\"settings\":{\"index.number_of_shards\":5}}");
      for (SearchRow row : stream.delivered) {
        on.write(row);
      }
      on.finish();
      assertThat(engine.stored()).isEqualTo(stream.expected);
      assertThat(on.dead).isEmpty();
      assertThat(on.writer.view().counts().rejected).as("real 429s").isPositive();
      assertThat(on.writer.view().counts().alreadyNewer + on.writer.view().counts().known)
          .isPositive();
      assertThat(on.writer.view().counts().warnedIndices).as("shop.t0 keeps 60 s").isEqualTo(1);
    }
    JsonNode created = engine.call("GET", "/shop.t1/_settings?flat_settings=true", null);
    assertThat(created.at("/shop.t1/settings").get("index.gc_deletes").asText())
        .isEqualTo("86400s");
  }

  @ParameterizedTest
  @EnumSource
  void protectsAnEngineWhoseQueueIsFullAndGoesOnAfterwards(Engine kind) throws Exception {
    use(kind);
    try (WriterOnEngine on = writer()) {
      on.write(Rows.upsert(1, 0, "before"));
      on.until("the index is there", on.writer::empty);
      engine.process.saturate();
      for (int i = 0; i < 2_000; i++) {
        on.write(Rows.upsert(2 + i, i, "n"));
      }
      on.until("PROTECT", () -> on.writer.view().mode() == Mode.PROTECT);
      engine.process.release();
      on.until("all stored", on.writer::empty);
      on.until("no longer PROTECT", () -> on.writer.view().mode() != Mode.PROTECT);
      assertThat(engine.stored()).hasSize(2_000);
      assertThat(on.writer.takeDead()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void buriesMappingErrorsAndStoresTheRest(Engine kind) throws Exception {
    use(kind);
    engine.call(
        "PUT", "/shop.t", "{\"mappings\":{\"properties\":{\"name\":{\"type\":\"integer\"}}}}");
    try (WriterOnEngine on = writer()) {
      for (int i = 0; i < 1_000; i++) {
        on.write(Rows.upsert(1 + i, i, i % 100 == 7 ? "not a number" : String.valueOf(i)));
      }
      on.finish();
      assertThat(engine.stored()).hasSize(990);
      assertThat(on.dead).hasSize(10);
      assertThat(on.dead.get(0).failure().status()).isEqualTo(400);
      assertThat(on.dead.get(0).failure().reason()).contains("name");
      assertThat(on.dead).allMatch(d -> d.target().index().equals("shop.t"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheNewerVersionAndTheDelete(Engine kind) throws Exception {
    use(kind);
    try (WriterOnEngine on = writer()) {
      for (SearchRow row :
          List.of(
              Rows.upsert(20, 1, "new"),
              Rows.upsert(10, 1, "old"),
              Rows.upsert(10, 2, "x"),
              Rows.delete(30, 2),
              Rows.upsert(20, 2, "late"),
              Rows.delete(40, 3))) {
        on.write(row);
        on.until("each alone", on.writer::empty);
      }
      assertThat(engine.stored())
          .containsOnly(Map.entry("shop.t/1", "{\"id\":1,\"name\":\"new\"}"));
      assertThat(on.writer.view().counts().known).as("not even sent").isEqualTo(2);
      assertThat(on.writer.view().counts().alreadyGone).isEqualTo(1);
    }
    try (WriterOnEngine restarted = writer()) {
      restarted.write(Rows.upsert(10, 1, "old"));
      restarted.write(Rows.upsert(20, 2, "late"));
      restarted.until("refused", restarted.writer::empty);
      assertThat(restarted.writer.view().counts().alreadyNewer).isEqualTo(2);
      assertThat(engine.stored())
          .containsOnly(Map.entry("shop.t/1", "{\"id\":1,\"name\":\"new\"}"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void dividesRequestsOverTheEnginesLimitAndBuriesTheDocumentThatIsTooLargeAlone(Engine kind)
      throws Exception {
    use(kind);
    try (WriterOnEngine on =
        new WriterOnEngine(ConnectionConfig.of(engine.url()), config(8 << 20, 1_000))) {
      String large = "x".repeat(100_000);
      for (int i = 0; i < 30; i++) {
        on.write(Rows.upsert(1 + i, i, i == 17 ? "x".repeat(1_200_000) : large));
      }
      on.finish();
      assertThat(engine.stored()).hasSize(29);
      assertThat(on.dead).extracting(d -> d.failure().status()).containsExactly(413);
      assertThat(on.dead).extracting(d -> d.target().id()).containsExactly("17");
    }
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingWhenTheEngineIsKilledAndComesBack(Engine kind) throws Exception {
    use(kind);
    ChangeStream stream = new ChangeStream(12, 4, 5_000);
    try (WriterOnEngine on = writer()) {
      int at = 0;
      for (SearchRow row : stream.delivered) {
        on.write(row);
        if (++at == stream.delivered.size() / 2) {
          on.until("half of it arrives", () -> on.writer.view().counts().stored > 100);
          engine.process.kill();
        }
      }
      on.until("PROTECT", () -> on.writer.view().mode() == Mode.PROTECT);
      engine.process.restart();
      on.finish();
      assertThat(engine.stored()).isEqualTo(stream.expected);
      assertThat(on.dead).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void bringsADeletedRowBackOnlyWhereTheIndexForgetsDeletesEarly(Engine kind) throws Exception {
    use(kind);
    engine.call("PUT", "/shop.short", "{\"settings\":{\"index.gc_deletes\":\"1ms\"}}");
    try (WriterOnEngine on = writer()) {
      for (String table : List.of("short", "t")) {
        on.write(Rows.row(table, "INSERT", 10, 1, "x"));
        on.until("stored", on.writer::empty);
        on.write(Rows.row(table, "DELETE", 30, 1, "x"));
        on.until("deleted", on.writer::empty);
      }
      assertThat(on.writer.view().counts().warnedIndices).as("only shop.short").isEqualTo(1);
    }
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    // the engine forgets at a refresh, by a clock of its own; a writer that has stored a document
    // doesn't
    while (!engine.stored().containsKey("shop.short/1") && System.nanoTime() < end) {
      try (WriterOnEngine restarted = writer()) {
        restarted.write(Rows.row("short", "INSERT", 20, 1, "replayed"));
        restarted.write(Rows.row("t", "INSERT", 20, 1, "replayed"));
        restarted.until("each alone", restarted.writer::empty);
      }
    }
    assertThat(engine.stored())
        .containsOnly(Map.entry("shop.short/1", "{\"id\":1,\"name\":\"replayed\"}"));
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheOrderOfEachDocumentWithoutVersionsThroughRealRejections(Engine kind)
      throws Exception {
    use(kind);
    engine.call("PUT", "/shop.t", "{\"settings\":{\"index.number_of_shards\":5}}");
    DocumentConfig d = DocumentConfig.DEFAULT;
    DocumentConfig unversioned =
        new DocumentConfig(d.index(), d.id(), Versioning.NONE, d.longIds(), d.values(), 1 << 20);
    Map<String, String> expected = new TreeMap<>();
    try (WriterOnEngine on =
        new WriterOnEngine(
            ConnectionConfig.of(engine.url()), config(256 << 10, 1_000), unversioned)) {
      for (int i = 0; i < 1_500; i++) {
        int id = i % 300;
        boolean delete = i % 7 == 0;
        on.write(delete ? Rows.delete(10 + i, id) : Rows.upsert(10 + i, id, "n" + i));
        if (delete) {
          expected.remove("shop.t/" + id);
        } else {
          expected.put("shop.t/" + id, "{\"id\":" + id + ",\"name\":\"n" + i + "\"}");
        }
      }
      on.finish();
      assertThat(engine.stored()).isEqualTo(expected);
      assertThat(on.dead).isEmpty();
      assertThat(on.writer.view().counts().rejected).as("real 429s").isPositive();
      assertThat(on.writer.view().counts().alreadyNewer).as("no versions").isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void worksWithCompressedRequests(Engine kind) throws Exception {
    use(kind);
    ConnectionConfig gzip =
        new ConnectionConfig(
            List.of(engine.url()),
            new ConnectionConfig.Login("someone", "secret", ""),
            ConnectionConfig.Tls.DEFAULT,
            10_000,
            true);
    try (WriterOnEngine on = new WriterOnEngine(gzip, config(256 << 10, 1_000))) {
      for (int i = 0; i < 100; i++) {
        on.write(Rows.upsert(1 + i, i, "n"));
      }
      on.finish();
      assertThat(engine.stored()).hasSize(100);
    }
  }
}
