package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.search.NewIndices.Wanted;
import io.spillway.testing.EngineProcess.Engine;
import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What real engines answer where one index is in trouble, and names that they could confuse. */
class IndexTroubleITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROWS = 40;
  private EngineNode engine;
  private long version;

  private void use(Engine kind) throws Exception {
    engine = EngineNode.shared(kind);
  }

  @AfterEach
  void deleteIndices() throws Exception {
    maxShards("null");
    engine.deleteIndices();
  }

  private void maxShards(String limit) throws Exception {
    engine.call(
        "PUT",
        "/_cluster/settings",
        "{\"persistent\":{\"cluster.max_shards_per_node\":" + limit + "}}");
  }

  private SearchRow row(String schema, String table, String key, String type, String id) {
    ObjectNode row = JSON.createObjectNode();
    row.put("database", schema).put("table", table).put("type", type);
    row.putArray("pkNames").add(key);
    row.putObject("mysqlType").put(key, "varchar(600)").put("v", "varchar(9)");
    row.putArray("data").addObject().put(key, id).put("v", "seven");
    version++;
    return new SearchRow(
        "p-0", version, schema + "." + table, version, row.toString().getBytes(UTF_8));
  }

  private SearchRow insert(String table, String id) {
    return row("shop", table, "id", "INSERT", id);
  }

  /** Answers at an index without a shard after a second. */
  private WriterOnEngine writer() {
    ConnectionConfig c = ConnectionConfig.of(engine.url());
    WriterConfig d = WriterConfig.DEFAULT;
    NewIndices single =
        new NewIndices(
            d.newIndices().deleteRetentionMs(),
            new Wanted(Map.of("index.number_of_replicas", "0"), ""),
            true,
            List.of());
    return new WriterOnEngine(
        new ConnectionConfig(c.hosts(), c.login(), c.tls(), 3_000, c.gzip()),
        new WriterConfig(
            d.controller(),
            d.bufferBytes(),
            d.policy(),
            d.deadLetters(),
            single,
            new WriterConfig.AtEnd(2_000, 60_000),
            "",
            d.checkpointIntervalMs()));
  }

  private void index(String name, String body) throws Exception {
    engine.call("PUT", "/" + name + "?timeout=1s&wait_for_active_shards=0", body);
  }

  private static String settings(String setting, Object value) {
    return "{\"settings\":{\"" + setting + "\":\"" + value + "\"}}";
  }

  /** In each of them every document is refused, for a reason of its own. */
  private Set<String> indicesInTrouble() throws Exception {
    index("shop.strict", "{\"mappings\":{\"properties\":{\"v\":{\"type\":\"integer\"}}}}");
    index("shop.closed", "{}");
    engine.call("POST", "/shop.closed/_close", null);
    index("shop.red", settings("index.routing.allocation.require.nothing", "x"));
    index("shop.blocked", settings("index.blocks.write", true));
    index("shop.piped", settings("index.default_pipeline", "nope"));
    index("shop.narrow", settings("index.mapping.total_fields.limit", 1));
    index("shop.two-1", "{\"aliases\":{\"shop.alias\":{}}}");
    index("shop.two-2", "{\"aliases\":{\"shop.alias\":{}}}");
    return Set.of("strict", "closed", "red", "blocked", "piped", "narrow", "alias");
  }

  @ParameterizedTest
  @EnumSource
  void eachIndexInTroubleFromTheStartKeepsItsTroubleToItself(Engine kind) throws Exception {
    use(kind);
    Set<String> inTrouble = indicesInTrouble();
    try (WriterOnEngine writer = writer()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(insert("fine", "" + i));
        writer.write(insert("good", "" + i));
        for (String table : inTrouble) {
          writer.write(insert(table, "" + i));
        }
      }
      // before anything has ended: the others don't wait for those that are parked
      writer.until("the others are stored", () -> writer.writer.view().counts().stored >= 2 * ROWS);
      writer.finish();

      Map<String, Long> letters =
          writer.dead.stream()
              .collect(
                  Collectors.groupingBy(letter -> letter.target().index(), Collectors.counting()));
      assertThat(letters)
          .isEqualTo(
              inTrouble.stream()
                  .collect(Collectors.toMap(table -> "shop." + table, table -> (long) ROWS)));
    }
    // that of an index without a shard would be waited for
    engine.call("POST", "/shop.fine,shop.good/_refresh", null);
    assertThat(engine.call("GET", "/shop.fine,shop.good/_count", null).get("count").asInt())
        .isEqualTo(2 * ROWS);
  }

  /** The engine must not make it by itself once there is room, without what was asked for. */
  @ParameterizedTest
  @EnumSource
  void anIndexBeyondTheShardLimitIsMadeWithItsSettingsOnceThereIsRoom(Engine kind)
      throws Exception {
    use(kind);
    maxShards("1");
    try (WriterOnEngine writer = writer()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(insert("first", "" + i));
        writer.write(insert("second", "" + i));
      }
      writer.until("one is refused", () -> writer.writer.view().held() >= ROWS);
      assertThat(writer.writer.takeDead()).isEmpty();
      maxShards("null");
      writer.finish();
      assertThat(writer.dead).isEmpty();
    }
    assertThat(engine.stored()).hasSize(2 * ROWS);
    for (String index : List.of("shop.first", "shop.second")) {
      JsonNode made =
          engine.call("GET", "/" + index + "/_settings?flat_settings=true", null).get(index);
      assertThat(made.get("settings").get("index.number_of_replicas").asText()).isEqualTo("0");
      assertThat(made.get("settings").get("index.gc_deletes").asText()).isEqualTo("86400s");
    }
  }

  @ParameterizedTest
  @EnumSource
  void tablesWhoseNamesAreAlikeNeverTouchEachOthersDocuments(Engine kind) throws Exception {
    use(kind);
    String prefix = "t".repeat(260);
    try (WriterOnEngine writer = writer()) {
      writer.write(row("shop", "Orders", "id", "INSERT", "1"));
      writer.write(row("shop", "orders", "id", "INSERT", "1"));
      writer.write(row("shop", "Orders", "id", "DELETE", "1"));
      writer.write(row("shop.b", "c", "id", "INSERT", "1"));
      writer.write(row("shop", "b.c", "id", "INSERT", "1"));
      // longer than an index name may be, and different only behind that
      writer.write(row("shop", prefix + "1", "id", "INSERT", "1"));
      writer.write(row("shop", prefix + "2", "id", "INSERT", "1"));
      writer.finish();
      assertThat(writer.dead).isEmpty();
    }
    assertThat(engine.stored().keySet())
        .contains("shop.orders/1", "shop.b.c/1")
        .allMatch(key -> key.getBytes(UTF_8).length <= 255 + "/1".length());
    // one of them doesn't begin with shop. any more
    assertThat(engine.call("GET", "/_count", null).get("count").asInt()).isEqualTo(5);
  }

  /** The key is called as a field of the engine's own, and its values are alike. */
  @ParameterizedTest
  @EnumSource
  void keysThatLookAlikeAreDocumentsOfTheirOwn(Engine kind) throws Exception {
    use(kind);
    String composed = "\u00e9";
    List<String> keys =
        List.of(
            "a",
            "a ",
            "a  ",
            " a",
            "A",
            "a\t",
            "a\u00a0",
            composed,
            Normalizer.normalize(composed, Normalizer.Form.NFD),
            "\ufb01",
            "fi");
    try (WriterOnEngine writer = writer()) {
      for (String key : keys) {
        writer.write(row("shop", "alike", "_id", "INSERT", key));
      }
      writer.finish();
      assertThat(writer.dead).isEmpty();
      assertThat(engine.stored().keySet())
          .isEqualTo(keys.stream().map(key -> "shop.alike/" + key).collect(Collectors.toSet()));
      writer.write(row("shop", "alike", "_id", "DELETE", "a "));
      writer.finish();
    }
    assertThat(engine.stored().keySet()).hasSize(keys.size() - 1).doesNotContain("shop.alike/a ");
  }
}
