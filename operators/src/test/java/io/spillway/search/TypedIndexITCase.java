package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.ValuePolicy;
import io.spillway.testing.EngineProcess.Engine;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every value that a column can have is stored in an index that the job has made. */
class TypedIndexITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private EngineNode engine;
  private long version;

  private void use(Engine kind) throws Exception {
    engine = EngineNode.shared(kind);
  }

  @AfterEach
  void deleteIndices() throws Exception {
    engine.deleteIndices();
  }

  /** Column, type and value in turn, beside the key {@code id}. */
  private SearchRow row(String table, int id, String... columns) {
    ObjectNode row = JSON.createObjectNode();
    row.put("database", "shop").put("table", table).put("type", "INSERT");
    row.putArray("pkNames").add("id");
    ObjectNode types = row.putObject("mysqlType");
    ObjectNode data = row.putArray("data").addObject();
    types.put("id", "bigint");
    data.put("id", String.valueOf(id));
    for (int i = 0; i < columns.length; i += 3) {
      types.put(columns[i], columns[i + 1]);
      data.put(columns[i], columns[i + 2]);
    }
    version++;
    return new SearchRow("p-0", version, "shop." + table, version, row.toString().getBytes(UTF_8));
  }

  private List<DeadDocument> write(ValuePolicy values, SearchRow... rows) throws Exception {
    return write(WriterConfig.DEFAULT, values, rows);
  }

  private List<DeadDocument> write(WriterConfig config, ValuePolicy values, SearchRow... rows)
      throws Exception {
    DocumentConfig d = DocumentConfig.DEFAULT;
    DocumentConfig documents =
        new DocumentConfig(
            d.index(), d.id(), d.versioning(), d.longIds(), values, d.maxBytes(), d.naming());
    try (WriterOnEngine writer =
        new WriterOnEngine(ConnectionConfig.of(engine.url()), config, documents)) {
      for (SearchRow row : rows) {
        writer.write(row);
      }
      writer.finish();
      return writer.dead;
    }
  }

  private JsonNode fields(String table) throws Exception {
    return engine
        .call("GET", "/shop." + table + "/_mapping", null)
        .at("/shop." + table + "/mappings/properties");
  }

  private int found(String table, String query) throws Exception {
    engine.call("POST", "/_refresh", null);
    return engine
        .call("POST", "/shop." + table + "/_count", "{\"query\":" + query + "}")
        .get("count")
        .asInt();
  }

  @ParameterizedTest
  @EnumSource
  void storesEveryValueThatAColumnCanHave(Engine kind) throws Exception {
    use(kind);
    SearchRow[] rows = {
      row("u64", 0, "v", "bigint unsigned", "1"),
      row("u64", 1, "v", "bigint unsigned", "18446744073709551615"),
      row("bit64", 0, "v", "bit(64)", "0"),
      row("bit64", 1, "v", "bit(64)", "18446744073709551615"),
      row("dec65", 0, "v", "decimal(65,30)", "1.50"),
      row(
          "dec65",
          1,
          "v",
          "decimal(65,30)",
          "99999999999999999999999999999999999.111111111111111111111111111111"),
      row("jsonmix", 0, "v", "json", "{\"a\":1}"),
      row("jsonmix", 1, "v", "json", "{\"a\":\"x\"}"),
      row("jsonmix", 2, "v", "json", "{\"a\":{\"b\":1}}"),
      row("jsonmix", 3, "v", "json", "[1,{\"c\":2}]"),
      row("jsonmix", 4, "v", "json", "7"),
      row("dateish", 0, "v", "varchar(20)", "2024-01-01"),
      row("dateish", 1, "v", "varchar(20)", "unknown"),
      row("time", 0, "v", "time(3)", "12:00:00.000"),
      row("time", 1, "v", "time(3)", "-838:59:59.000"),
      row("dt", 0, "v", "datetime(6)", "9999-12-31 23:59:59.999999"),
      row("dt", 1, "v", "datetime", "1000-01-01 00:00:00"),
      row("dtzero", 0, "v", "date", "0000-00-00"),
      row("dtzero", 1, "v", "date", "2024-02-30"),
      row("flt", 0, "v", "float", "3.4028235e38"),
      row("flt", 1, "v", "double", "1.7976931348623157e308"),
      row("vec", 0, "v", "vector(3)", "[1,2.5,3]"),
      row("vec", 1, "v", "vector(3)", "[1,2]"),
      row("set", 0, "v", "set", "5"),
      row("set", 1, "v", "set", "a,b"),
      row("long", 0, "v", "longtext", "w".repeat(40_000)),
      row("bin", 0, "v", "varbinary(16)", "\u0000\u00ff"),
      row("bin", 1, "v", "longblob", "\u0000\u00ff".repeat(20_000)),
    };

    assertThat(write(ValuePolicy.DEFAULT, rows)).isEmpty();

    assertThat(engine.stored())
        .hasSize(rows.length)
        .containsEntry("shop.u64/1", "{\"id\":1,\"v\":18446744073709551615}")
        .containsEntry("shop.jsonmix/3", "{\"id\":3,\"v\":[1,{\"c\":2}]}")
        .containsEntry("shop.dtzero/1", "{\"id\":1,\"v\":\"2024-02-30\"}");
    assertThat(found("u64", "{\"term\":{\"v\":\"18446744073709551615\"}}")).isEqualTo(1);
    assertThat(found("dec65", "{\"range\":{\"v\":{\"lt\":2}}}")).isEqualTo(1);
    assertThat(found("dec65", "{\"term\":{\"v.exact\":\"1.50\"}}")).isEqualTo(1);
    assertThat(found("dateish", "{\"term\":{\"v.keyword\":\"unknown\"}}")).isEqualTo(1);
    assertThat(found("dt", "{\"range\":{\"v\":{\"gte\":\"9999-01-01\"}}}")).isEqualTo(1);
    assertThat(found("time", "{\"term\":{\"v\":\"-838:59:59.000\"}}")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void searchesTheLeavesOfFlattenedJson(Engine kind) throws Exception {
    use(kind);
    ValuePolicy d = ValuePolicy.DEFAULT;
    ValuePolicy flattened =
        new ValuePolicy(
            ValuePolicy.Json.FLATTENED, d.decimals(), d.zeroDates(), d.notFinite(), d.zone());

    List<DeadDocument> dead =
        write(
            flattened,
            row("jsonmix", 0, "v", "json", "{\"a\":1}"),
            row("jsonmix", 1, "v", "json", "{\"a\":\"x\"}"),
            row("jsonmix", 2, "v", "json", "{\"a\":{\"b\":1}}"),
            row("jsonmix", 3, "v", "json", "[1,{\"c\":2}]"),
            row("jsonmix", 4, "v", "json", "7"),
            row("jsonmix", 5, "v", "json", "{\"a\":\"" + "x".repeat(40_000) + "\"}"),
            row("jsonmix", 6, "v", "json", "{}"),
            row("jsonmix", 7, "v", "json", "null"));

    // flat_object has no ignore_above
    int longLeaves = kind == Engine.OPENSEARCH ? 1 : 0;
    assertThat(dead).hasSize(longLeaves);
    assertThat(engine.stored())
        .hasSize(8 - longLeaves)
        .containsEntry("shop.jsonmix/4", "{\"id\":4,\"v\":{\"value\":7}}");
    assertThat(found("jsonmix", "{\"term\":{\"v.a\":\"x\"}}")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void renamesColumnsThatNoEngineTakes(Engine kind) throws Exception {
    use(kind);
    String[] names = {"_id", "_source", "a.b", "..", ".a", "", " ", "_index", "_version", "_foo"};
    SearchRow[] rows = new SearchRow[names.length];
    for (int i = 0; i < names.length; i++) {
      rows[i] = row("c" + i, 1, names[i], "varchar(9)", "x");
    }

    assertThat(write(ValuePolicy.DEFAULT, rows)).isEmpty();

    assertThat(engine.stored().get("shop.c2/1"))
        .startsWith("{\"id\":1,\"a_b-")
        .endsWith("\":\"x\"}");
    assertThat(engine.stored().get("shop.c9/1")).isEqualTo("{\"id\":1,\"_foo\":\"x\"}");
    assertThat(engine.stored()).hasSize(names.length);
  }

  @ParameterizedTest
  @EnumSource
  void mapsANewColumnBeforeItsFirstDocument(Engine kind) throws Exception {
    use(kind);
    write(
        ValuePolicy.DEFAULT,
        row("t", 1, "v", "varchar(9)", "x"),
        row("t", 2, "v", "varchar(9)", "x", "added", "varchar(20)", "2024-01-01"));
    assertThat(fields("t").at("/added/type").asText()).isEqualTo("text");

    // another writer, as after a restart, goes on with the index
    assertThat(
            write(
                ValuePolicy.DEFAULT, row("t", 3, "v", "text", "y", "later", "date", "2024-02-30")))
        .isEmpty();
    assertThat(fields("t").at("/later/type").asText()).isEqualTo("date");
    assertThat(engine.stored()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void leavesWhatSomebodyElseHasMapped(Engine kind) throws Exception {
    use(kind);
    engine.call(
        "PUT", "/shop.mine", "{\"mappings\":{\"properties\":{\"v\":{\"type\":\"keyword\"}}}}");
    engine.call(
        "PUT",
        "/_index_template/t",
        "{\"index_patterns\":[\"shop.t*\"],\"template\":{\"mappings\":{\"properties\":"
            + "{\"v\":{\"type\":\"keyword\"}}}}}");
    try {
      write(
          ValuePolicy.DEFAULT,
          row("mine", 1, "v", "text", "x", "n", "int", "7"),
          row("templated", 1, "v", "text", "x", "n", "decimal(9,2)", "7.00"));
    } finally {
      engine.call("DELETE", "/_index_template/t", null);
    }

    assertThat(fields("mine").at("/v/type").asText()).isEqualTo("keyword");
    assertThat(fields("templated").at("/v/type").asText()).isEqualTo("keyword");
    assertThat(fields("templated").at("/n/type").asText()).isEqualTo("double");
    assertThat(engine.stored()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void showsInstantsInUtc(Engine kind) throws Exception {
    use(kind);
    ValuePolicy berlin = ValuePolicy.DEFAULT.in(java.time.ZoneId.of("Europe/Berlin"));
    write(berlin, row("ts", 1, "v", "timestamp(3)", "2024-07-01 12:00:00.120"));
    write(
        ValuePolicy.DEFAULT.in(ZoneOffset.UTC),
        row("ts", 2, "v", "timestamp(3)", "2024-07-01 10:00:00.120"));

    assertThat(engine.stored())
        .containsEntry("shop.ts/1", "{\"id\":1,\"v\":\"2024-07-01T10:00:00.120Z\"}")
        .containsEntry("shop.ts/2", "{\"id\":2,\"v\":\"2024-07-01T10:00:00.120Z\"}");
    assertThat(found("ts", "{\"term\":{\"v\":\"2024-07-01T10:00:00.120Z\"}}")).isEqualTo(2);
  }
}
