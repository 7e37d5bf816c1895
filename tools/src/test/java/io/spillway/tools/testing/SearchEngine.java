package io.spillway.tools.testing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.spillway.testing.EngineProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A real engine, and what is in it. */
public final class SearchEngine {
  /** Digits as they stand there: a double has fewer than a decimal may have. */
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

  private static final int SHOWN = 20;
  private static final int PAGE = 10_000;

  private final EngineProcess process;

  private SearchEngine(EngineProcess process) {
    this.process = process;
  }

  /** The one of this kind that all tests of this process share, empty. */
  public static SearchEngine shared(EngineProcess.Engine kind) throws Exception {
    SearchEngine engine = new SearchEngine(EngineProcess.shared(kind));
    engine.clear();
    return engine;
  }

  public EngineProcess process() {
    return process;
  }

  public String url() {
    return process.url();
  }

  /** Sends JSON; fails on an answer that isn't 2xx. */
  public JsonNode call(String method, String path, String body) throws Exception {
    return JSON.readTree(process.call(method, path, body));
  }

  /** Deletes all indices, with what they know of deleted documents. */
  public void clear() throws Exception {
    for (JsonNode row : call("GET", "/_cat/indices?format=json&h=index", null)) {
      call("DELETE", "/" + row.get("index").asText(), null);
    }
  }

  /** Documents that a search finds now. */
  public long count() throws Exception {
    call("POST", "/_refresh", null);
    return call("GET", "/shop*/_count", null).get("count").asLong();
  }

  /** Every document: {@code index/id} to its version and source. */
  public Map<String, String> documents() throws Exception {
    call("POST", "/_refresh", null);
    Map<String, String> documents = new TreeMap<>();
    for (JsonNode row : call("GET", "/_cat/indices/shop*?format=json&h=index", null)) {
      String index = row.get("index").asText();
      JsonNode after = null;
      do {
        String from = after == null ? "" : ",\"search_after\":" + after;
        JsonNode hits =
            call(
                    "POST",
                    "/" + index + "/_search",
                    "{\"version\":true,\"size\":" + PAGE + ",\"sort\":[\"_doc\"]" + from + "}")
                .at("/hits/hits");
        for (JsonNode hit : hits) {
          documents.put(
              index + "/" + hit.get("_id").asText(),
              hit.get("_version").asText() + " " + hit.get("_source"));
        }
        after = hits.size() < PAGE ? null : ((ArrayNode) hits).get(hits.size() - 1).get("sort");
      } while (after != null);
    }
    return documents;
  }

  /** What is missing, unexpected or of another version or content: few enough to be read. */
  public static List<String> differences(
      Map<String, String> documents, Map<String, String> expected) {
    Set<String> keys = new TreeSet<>(documents.keySet());
    keys.addAll(expected.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(documents.get(key), expected.get(key)))
        .map(key -> key + " is " + documents.get(key) + ", expected " + expected.get(key))
        .limit(SHOWN)
        .toList();
  }

  /** What {@link #documents()} must give once all of these messages are delivered. */
  public static Map<String, String> expected(Partitions partitions) throws IOException {
    Map<String, String> documents = new TreeMap<>();
    Map<String, Long> versions = new HashMap<>();
    Map<String, Long> truncated = new HashMap<>();
    List<byte[]> all = new ArrayList<>();
    partitions.messages().forEach(all::addAll);
    for (byte[] message : all) {
      JsonNode json = JSON.readTree(new String(message, StandardCharsets.UTF_8));
      String type = json.get("type").asText();
      if (type.equals("TRUNCATE")) {
        truncated.merge(
            "shop." + json.get("table").asText(), json.at("/_tidb/commitTs").asLong(), Math::max);
      }
      if (json.get("isDdl").asBoolean() || type.equals("TIDB_WATERMARK")) {
        continue;
      }
      JsonNode data = json.get("data").get(0);
      String key =
          "shop."
              + json.get("table").asText()
              + "/"
              + data.get(json.at("/pkNames/0").asText()).asText();
      long version = json.at("/_tidb/commitTs").asLong();
      long known = versions.getOrDefault(key, -1L);
      boolean delete = type.equals("DELETE");
      if (version < known || (version == known && delete)) {
        continue;
      }
      versions.put(key, version);
      if (delete) {
        documents.remove(key);
      } else {
        documents.put(key, version + " " + typed(json, data));
      }
    }
    documents
        .entrySet()
        .removeIf(
            document -> {
              String index = document.getKey().substring(0, document.getKey().indexOf('/'));
              long version = Long.parseLong(document.getValue().split(" ", 2)[0]);
              return version <= truncated.getOrDefault(index, Long.MIN_VALUE);
            });
    return documents;
  }

  /** JSON as {@link #documents()} shows it. */
  public static String canonical(String json) throws IOException {
    return JSON.readTree(json).toString();
  }

  /** The sample has integers and texts only. */
  private static String typed(JsonNode message, JsonNode data) throws IOException {
    StringBuilder source = new StringBuilder("{");
    data.fields()
        .forEachRemaining(
            field -> {
              String type = message.at("/mysqlType/" + field.getKey()).asText();
              boolean number = type.startsWith("bigint") || type.startsWith("int");
              source
                  .append(source.length() > 1 ? "," : "")
                  .append('"')
                  .append(field.getKey())
                  .append("\":")
                  .append(
                      field.getValue().isNull() || !number
                          ? field.getValue().toString()
                          : field.getValue().asText());
            });
    return canonical(source.append("}").toString());
  }
}
