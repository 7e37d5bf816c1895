package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.EngineProcess;
import io.spillway.testing.EngineProcess.Engine;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A real engine, and what is in it. */
final class EngineNode implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  final EngineProcess process;

  /**
   * @param settings as {@code key=value}
   */
  EngineNode(Engine engine, Path home, String... settings) throws Exception {
    Path engines = Path.of(System.getProperty("spillway.root"), "testing");
    process = new EngineProcess(engines, engine, home, settings);
  }

  private EngineNode(EngineProcess process) {
    this.process = process;
  }

  /** The one that all tests of this process share, empty. */
  static EngineNode shared(Engine engine) throws Exception {
    EngineNode node = new EngineNode(EngineProcess.shared(engine));
    node.deleteIndices();
    return node;
  }

  String url() {
    return process.url();
  }

  /** Sends JSON, fails on an answer that isn't 2xx. */
  JsonNode call(String method, String path, String body) throws Exception {
    return JSON.readTree(process.call(method, path, body));
  }

  /** {@code index/id} to source, of every document in the indices {@code shop.*}. */
  Map<String, String> stored() throws Exception {
    call("POST", "/_refresh", null);
    Map<String, String> stored = new TreeMap<>();
    JsonNode answer = call("GET", "/shop.*/_search?size=10000&track_total_hits=true", null);
    for (JsonNode hit : answer.at("/hits/hits")) {
      stored.put(
          hit.get("_index").asText() + "/" + hit.get("_id").asText(),
          hit.get("_source").toString());
    }
    if (answer.at("/hits/total/value").asInt() != stored.size()) {
      throw new AssertionError("more documents than one search gives");
    }
    return stored;
  }

  void deleteIndices() throws Exception {
    for (JsonNode index : call("GET", "/_cat/indices?format=json", null)) {
      call("DELETE", "/" + index.get("index").asText(), null);
    }
  }

  @Override
  public void close() throws Exception {
    process.close();
  }
}
