package io.spillway.tools.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * TiCDC's simple protocol as JSON: a table's columns come in a message of their own before the
 * first row that has them.
 */
public final class SimpleMessages implements WireMessages {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int VERSION = 1;
  private static final int TABLE_ID = 7;

  private final Output out;
  private final Set<String> described = new HashSet<>();

  public SimpleMessages(Output out) {
    this.out = out;
  }

  @Override
  public void resolved(JsonNode canal) throws IOException {
    long resolved = canal.at("/_tidb/watermarkTs").asLong();
    add(JSON.createObjectNode().put("type", "WATERMARK").put("commitTs", resolved));
  }

  @Override
  public void statement(JsonNode canal) throws IOException {
    long commitTs = PartitionTranslation.commitTs(canal);
    ObjectNode message = JSON.createObjectNode();
    message.put("type", canal.get("type").asText()).put("sql", canal.get("sql").asText());
    message.put("commitTs", commitTs).put("buildTs", canal.get("ts").asLong());
    message
        .putObject("tableSchema")
        .put("schema", canal.get("database").asText())
        .put("table", canal.get("table").asText())
        .put("version", commitTs)
        .putArray("columns");
    add(message);
  }

  @Override
  public void row(JsonNode canal) throws IOException {
    String database = canal.get("database").asText();
    String table = canal.get("table").asText();
    String type = canal.get("type").asText();
    // equal columns have one version, as if nothing else had ever changed
    String columns = canal.get("mysqlType").toString() + canal.get("pkNames");
    long version = (1L + columns.hashCode()) & 0x7fffffffL;
    if (described.add(database + "|" + table + "|" + version)) {
      bootstrap(canal, version);
    }
    ObjectNode message = JSON.createObjectNode();
    message.put("database", database).put("table", table).put("tableID", TABLE_ID);
    message.put("type", type).put("commitTs", PartitionTranslation.commitTs(canal));
    message.put("buildTs", canal.get("ts").asLong()).put("schemaVersion", version);
    message.set(type.equals("DELETE") ? "old" : "data", sorted(canal.at("/data/0")));
    if (!canal.get("old").isNull()) {
      message.set("old", sorted(canal.at("/old/0")));
    }
    add(message);
  }

  private void bootstrap(JsonNode canal, long version) throws IOException {
    ObjectNode message = JSON.createObjectNode().put("type", "BOOTSTRAP").put("commitTs", 0);
    ObjectNode schema = message.putObject("tableSchema");
    schema.put("schema", canal.get("database").asText()).put("table", canal.get("table").asText());
    schema.put("version", version);
    ArrayNode columns = schema.putArray("columns");
    for (Map.Entry<String, JsonNode> field : canal.at("/data/0").properties()) {
      String type = canal.get("mysqlType").get(field.getKey()).asText();
      columns
          .addObject()
          .put("name", field.getKey())
          .putObject("dataType")
          .put("mysqlType", type.split("[ (]")[0])
          .put("unsigned", type.endsWith(" unsigned"));
    }
    ObjectNode index = schema.putArray("indexes").addObject().put("primary", true);
    index.set("columns", canal.get("pkNames"));
    add(message);
  }

  /** As Go writes maps. */
  private static JsonNode sorted(JsonNode row) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    row.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
    return JSON.createObjectNode().setAll(sorted);
  }

  private void add(ObjectNode message) throws IOException {
    out.message(null, message.put("version", VERSION).toString().getBytes(UTF_8));
  }
}
