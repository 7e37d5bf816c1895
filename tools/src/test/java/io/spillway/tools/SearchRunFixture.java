package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.EngineProcess.Engine;
import io.spillway.testing.LiveTree;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.SearchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real engine, and what a run leaves behind. */
abstract class SearchRunFixture {
  static final Duration LIMIT = Duration.ofSeconds(240);
  private static final ObjectMapper JSON = new ObjectMapper();

  SearchEngine engine;

  @TempDir Path folder;

  @BeforeEach
  void findEngine() throws Exception {
    // a test that has failed may have left it dead
    engine = SearchEngine.shared(Engine.ELASTICSEARCH);
  }

  String pipeline(String drift, String outputs) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in, max-drift: %s}]
        cursor: {events: {path: cursor}}
        errors: {dead-letters: {path: dead}}
        elasticsearch: {hosts: ['%s'], bulk: {max-interval: 200 ms, %s}}
        """
        .formatted(drift, engine.url(), outputs);
  }

  static void assertFinal(Map<String, String> documents, Partitions sample, long seed)
      throws IOException {
    assertThat(SearchEngine.differences(documents, SearchEngine.expected(sample)))
        .as("seed %d", seed)
        .isEmpty();
  }

  List<JsonNode> lines(String log) throws IOException {
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
  long cursor() throws IOException {
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
}
