package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.search.bulk.Backoff;
import io.spillway.search.bulk.BulkBounds;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.Guardrails;
import io.spillway.search.bulk.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer against one real engine with a tiny write queue and a limit of 1 MB a request. */
class BulkWriterITCase {
  @TempDir static Path home;
  private static EngineProcess engine;

  @BeforeAll
  static void start() throws Exception {
    engine =
        new EngineProcess(
            home,
            "thread_pool.write.size=1",
            "thread_pool.write.queue_size=1",
            "http.max_content_length=1mb");
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @AfterEach
  void deleteIndices() throws Exception {
    for (JsonNode index : engine.call("GET", "/_cat/indices?format=json", null)) {
      engine.call("DELETE", "/" + index.get("index").asText(), null);
    }
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
    return new WriterConfig(
        controller, 16 << 20, new Backoff(50, 2_000), d.unknown(), d.deadLetters(), 86_400_000);
  }

  private static WriterOnEngine writer() {
    return new WriterOnEngine(ConnectionConfig.of(engine.url()), config(256 << 10, 1_000));
  }

  private static Map<String, String> stored() throws Exception {
    engine.call("POST", "/_refresh", null);
    Map<String, String> stored = new TreeMap<>();
    JsonNode answer = engine.call("GET", "/shop.*/_search?size=10000&track_total_hits=true", null);
    for (JsonNode hit : answer.at("/hits/hits")) {
      stored.put(
          hit.get("_index").asText() + "/" + hit.get("_id").asText(),
          hit.get("_source").toString());
    }
    assertThat(answer.at("/hits/total/value").asInt()).isEqualTo(stored.size());
    return stored;
  }

  @Test
  void endsInTheRightStateAfterReplaysAndReorderingThroughRealRejections() throws Exception {
    ChangeStream stream = new ChangeStream(11, 6, 10_000);
    try (WriterOnEngine on = writer()) {
      // one bulk over five shards meets a queue of one: some of its items are rejected
      engine.call("PUT", "/shop.t0", "{\"settings\":{\"index.number_of_shards\":5}}");
      for (SearchRow row : stream.delivered) {
        on.write(row);
      }
      on.finish();
      assertThat(stored()).isEqualTo(stream.expected);
      assertThat(on.dead).isEmpty();
      assertThat(on.writer.view().counts().rejected).as("real 429s").isPositive();
      assertThat(on.writer.view().counts().alreadyNewer).isPositive();
      assertThat(on.writer.view().counts().warnedIndices).as("shop.t0 keeps 60 s").isEqualTo(1);
    }
    JsonNode created = engine.call("GET", "/shop.t1/_settings?flat_settings=true", null);
    assertThat(created.at("/shop.t1/settings").get("index.gc_deletes").asText())
        .isEqualTo("86400s");
  }

  @Test
  void protectsAnEngineWhoseQueueIsFullAndGoesOnAfterwards() throws Exception {
    try (WriterOnEngine on = writer()) {
      on.write(Rows.upsert(1, 0, "before"));
      on.until("the index is there", on.writer::empty);
      engine.saturate();
      for (int i = 0; i < 2_000; i++) {
        on.write(Rows.upsert(2 + i, i, "n"));
      }
      on.until("PROTECT", () -> on.writer.view().mode() == Mode.PROTECT);
      engine.release();
      on.until("all stored", on.writer::empty);
      on.until("no longer PROTECT", () -> on.writer.view().mode() != Mode.PROTECT);
      assertThat(stored()).hasSize(2_000);
      assertThat(on.writer.takeDead()).isEmpty();
    }
  }

  @Test
  void buriesMappingErrorsAndStoresTheRest() throws Exception {
    engine.call(
        "PUT", "/shop.t", "{\"mappings\":{\"properties\":{\"name\":{\"type\":\"integer\"}}}}");
    try (WriterOnEngine on = writer()) {
      for (int i = 0; i < 1_000; i++) {
        on.write(Rows.upsert(1 + i, i, i % 100 == 7 ? "not a number" : String.valueOf(i)));
      }
      on.finish();
      assertThat(stored()).hasSize(990);
      assertThat(on.dead).hasSize(10);
      assertThat(on.dead.get(0).failure().status()).isEqualTo(400);
      assertThat(on.dead.get(0).failure().reason()).contains("name");
      assertThat(on.dead).allMatch(d -> d.target().index().equals("shop.t"));
    }
  }

  @Test
  void keepsTheNewerVersionAndTheDelete() throws Exception {
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
      assertThat(stored()).containsOnly(Map.entry("shop.t/1", "{\"id\":1,\"name\":\"new\"}"));
      assertThat(on.writer.view().counts().alreadyNewer).isEqualTo(2);
      assertThat(on.writer.view().counts().alreadyGone).isEqualTo(1);
    }
  }

  @Test
  void dividesRequestsOverTheEnginesLimitAndBuriesTheDocumentThatIsTooLargeAlone()
      throws Exception {
    try (WriterOnEngine on =
        new WriterOnEngine(ConnectionConfig.of(engine.url()), config(8 << 20, 1_000))) {
      String large = "x".repeat(100_000);
      for (int i = 0; i < 30; i++) {
        on.write(Rows.upsert(1 + i, i, i == 17 ? "x".repeat(1_200_000) : large));
      }
      on.finish();
      assertThat(stored()).hasSize(29);
      assertThat(on.dead).extracting(d -> d.failure().status()).containsExactly(413);
      assertThat(on.dead).extracting(d -> d.target().id()).containsExactly("17");
    }
  }

  @Test
  void losesNothingWhenTheEngineIsKilledAndComesBack() throws Exception {
    ChangeStream stream = new ChangeStream(12, 4, 5_000);
    try (WriterOnEngine on = writer()) {
      int at = 0;
      for (SearchRow row : stream.delivered) {
        on.write(row);
        if (++at == stream.delivered.size() / 2) {
          on.until("half of it arrives", () -> on.writer.view().counts().stored > 100);
          engine.kill();
        }
      }
      on.until("PROTECT", () -> on.writer.view().mode() == Mode.PROTECT);
      engine.restart();
      on.finish();
      assertThat(stored()).isEqualTo(stream.expected);
      assertThat(on.dead).isEmpty();
    }
  }

  @Test
  void worksWithCompressedRequests() throws Exception {
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
      assertThat(stored()).hasSize(100);
    }
  }
}
