package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An engine in memory: keeps documents by external version, tombstones included. Requests wait
 * until {@link #answer}; a fault may take the place of the answer to a request or to an item.
 */
final class FakeEngine implements BulkTransport {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final long UNVERSIONED = -1;

  /** Replaces the reply to a whole bulk; null for none. */
  interface RequestFault {
    Reply of(List<Item> items, int bodyBytes);
  }

  /** Replaces one item's result, as {@code {"status":..}}; null for none. */
  interface ItemFault {
    String of(Item item);
  }

  record Item(String index, String id, long version, boolean delete, boolean gte, String source) {}

  private record Stored(long version, String source) {}

  private record Waiting(Call call, Consumer<Reply> whenDone) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final Map<String, Stored> documents = new HashMap<>();
  final List<List<Item>> requests = new ArrayList<>();
  final List<String> admin = new ArrayList<>();
  final Map<String, String> settings = new HashMap<>();
  private final Map<String, JsonNode> mappings = new HashMap<>();
  RequestFault requestFault = (items, bytes) -> null;
  ItemFault itemFault = item -> null;

  /** Requests that aren't answered yet, as at an index without a shard; null for none. */
  Predicate<List<Item>> holds;

  /** Replaces the answer to the creation of an index; null for none. */
  Function<String, Reply> creationFault = index -> null;

  /** Replaces the answer to a question about an index; null for none. */
  Function<Call, Reply> adminFault = call -> null;

  static String error(int status, String type) {
    return error(status, type, "why");
  }

  static String error(int status, String type, String reason) {
    return "{\"status\":%d,\"error\":{\"type\":\"%s\",\"reason\":\"%s\"}}"
        .formatted(status, type, reason);
  }

  static Reply refused(int status, String type) {
    return new Answered(
        status,
        ("{\"error\":{\"type\":\"" + type + "\",\"reason\":\"why\"}}")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void send(Call call, Consumer<Reply> whenDone) {
    waiting.add(new Waiting(call, whenDone));
  }

  @Override
  public void close() {}

  int inFlight() {
    return waiting.size();
  }

  /** Answers what waits now; what is sent meanwhile waits for the next call. */
  void answer() {
    for (int left = waiting.size(); left > 0; left--) {
      answerOne();
    }
  }

  void answerOne() {
    Waiting next = waiting.poll();
    if (holds != null && next.call.path().equals("/_bulk") && holds.test(parse(next.call.body()))) {
      waiting.add(next);
      return;
    }
    next.whenDone.accept(next.call.path().equals("/_bulk") ? bulk(next.call) : admin(next.call));
  }

  /** Puts the oldest request behind the others. */
  void rotate() {
    if (!waiting.isEmpty()) {
      waiting.add(waiting.poll());
    }
  }

  /** Forgets the versions of deleted documents, as an engine does that is restarted. */
  void restart() {
    documents.values().removeIf(stored -> stored.source == null);
  }

  /** index/id -> source, of what isn't deleted. */
  Map<String, String> live() {
    Map<String, String> live = new TreeMap<>();
    documents.forEach(
        (key, stored) -> {
          if (stored.source != null) {
            live.put(key, stored.source);
          }
        });
    return live;
  }

  private Reply admin(Call call) {
    admin.add(call.method() + " " + call.path());
    Reply fault = adminFault.apply(call);
    if (fault != null) {
      return fault;
    }
    String index = call.path().split("/")[1];
    if (call.path().endsWith("/_mapping")) {
      return mapping(call, index);
    }
    if (call.method().equals("PUT")) {
      Reply refusal = creationFault.apply(index);
      if (refusal != null) {
        return refusal;
      }
      mappings.put(index, read(call.body()).path("mappings").deepCopy());
      settings.put(
          index,
          new String(call.body(), StandardCharsets.UTF_8).replaceAll(".*:\"(\\d+s)\".*", "$1"));
      return new Answered(200, "{}".getBytes(StandardCharsets.UTF_8));
    }
    String time = settings.get(index);
    return time == null
        ? new Answered(404, new byte[0])
        : new Answered(
            200,
            ("{\"" + index + "\":{\"settings\":{\"index.gc_deletes\":\"" + time + "\"}}}")
                .getBytes(StandardCharsets.UTF_8));
  }

  private Reply mapping(Call call, String index) {
    JsonNode known = mappings.getOrDefault(index, JSON.createObjectNode());
    if (call.method().equals("PUT")) {
      ObjectNode all = ((ObjectNode) known).withObject("/properties");
      all.setAll((ObjectNode) read(call.body()).get("properties"));
      mappings.put(index, known);
    }
    ObjectNode answer = JSON.createObjectNode();
    answer.putObject(index).set("mappings", known);
    return new Answered(200, answer.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The fields of an index and their types, as {@code {id=long}}. */
  Map<String, String> fields(String index) {
    Map<String, String> fields = new TreeMap<>();
    mappings
        .get(index)
        .path("properties")
        .fields()
        .forEachRemaining(
            field -> fields.put(field.getKey(), field.getValue().path("type").asText()));
    return fields;
  }

  private static JsonNode read(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reply bulk(Call call) {
    List<Item> items = parse(call.body());
    requests.add(items);
    Reply fault = requestFault.of(items, call.body().length);
    if (fault != null) {
      return fault;
    }
    StringBuilder answer = new StringBuilder("{\"errors\":true,\"items\":[");
    for (Item item : items) {
      String result = itemFault.of(item);
      answer
          .append(answer.charAt(answer.length() - 1) == '[' ? "" : ",")
          .append(item.delete ? "{\"delete\":" : "{\"index\":")
          .append(result == null ? apply(item) : result)
          .append('}');
    }
    return new Answered(200, answer.append("]}").toString().getBytes(StandardCharsets.UTF_8));
  }

  private String apply(Item item) {
    String key = item.index + "/" + item.id;
    Stored old = documents.get(key);
    if (old != null
        && item.version != UNVERSIONED
        && (item.gte ? old.version > item.version : old.version >= item.version)) {
      return error(409, "version_conflict_engine_exception");
    }
    documents.put(key, new Stored(item.version, item.source));
    boolean gone = item.delete && (old == null || old.source == null);
    return "{\"status\":" + (gone ? 404 : 200) + "}";
  }

  private static List<Item> parse(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    if (!text.endsWith("\n")) {
      throw new AssertionError("a bulk body must end with a line feed");
    }
    String[] lines = text.split("\n", -1);
    List<Item> items = new ArrayList<>();
    try {
      for (int i = 0; i < lines.length - 1; i++) {
        JsonNode action = JSON.readTree(lines[i]);
        boolean delete = action.has("delete");
        JsonNode meta = delete ? action.get("delete") : action.get("index");
        items.add(
            new Item(
                meta.get("_index").asText(),
                meta.get("_id").asText(),
                meta.path("version").asLong(UNVERSIONED),
                delete,
                meta.path("version_type").asText().equals("external_gte"),
                delete ? null : JSON.readTree(lines[++i]).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return items;
  }
}
