package io.spillway.tools.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/** Debezium's change events, rows with their schema, as JSON. */
public final class DebeziumMessages implements WireMessages {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NO_KEY = "{\"payload\":{}}".getBytes(UTF_8);

  private final DebeziumOrigin origin;
  private final Output out;

  public DebeziumMessages(DebeziumOrigin origin, Output out) {
    this.origin = origin;
    this.out = out;
  }

  @Override
  public void resolved(JsonNode canal) throws IOException {
    ObjectNode payload = JSON.createObjectNode().put("op", "m");
    ObjectNode source = payload.putObject("source");
    origin.source(source, canal.at("/_tidb/watermarkTs").asLong());
    source.put("db", "");
    payload.put("ts_ms", canal.get("ts").asLong());
    out.message(NO_KEY, value(payload, null));
  }

  @Override
  public void statement(JsonNode canal) throws IOException {
    ObjectNode payload = payload(canal);
    payload.put("databaseName", canal.get("database").asText());
    payload.put("ddl", canal.get("sql").asText()).putArray("tableChanges");
    out.message(NO_KEY, value(payload, null));
  }

  @Override
  public void row(JsonNode canal) throws IOException {
    JsonNode types = canal.get("mysqlType");
    ObjectNode row = image(types, canal.at("/data/0"));
    JsonNode old = canal.get("old").isNull() ? null : image(types, canal.at("/old/0"));
    String type = canal.get("type").asText();
    boolean delete = type.equals("DELETE");
    ObjectNode payload = payload(canal);
    payload.put("op", delete ? "d" : type.equals("UPDATE") ? "u" : "c");
    payload.set("before", delete ? row : old);
    payload.set("after", delete ? null : row);
    out.message(key(canal, row), value(payload, schema(types, row)));
  }

  private ObjectNode payload(JsonNode canal) {
    ObjectNode payload = JSON.createObjectNode();
    ObjectNode source = payload.putObject("source");
    origin.source(source, PartitionTranslation.commitTs(canal));
    source.put("db", canal.get("database").asText()).put("table", canal.get("table").asText());
    return payload.put("ts_ms", canal.get("ts").asLong());
  }

  private byte[] key(JsonNode canal, ObjectNode row) {
    ObjectNode key = JSON.createObjectNode();
    canal.get("pkNames").forEach(name -> key.set(name.asText(), row.get(name.asText())));
    String text = origin.isAlwaysEnveloped() ? "{\"payload\":" + key + "}" : key.toString();
    return text.getBytes(UTF_8);
  }

  private byte[] value(ObjectNode payload, JsonNode schema) {
    JsonNode whole = payload;
    if (origin.isAlwaysEnveloped() || schema != null) {
      ObjectNode envelope = JSON.createObjectNode();
      envelope.set("payload", payload);
      envelope.set("schema", schema);
      whole = envelope;
    }
    return whole.toString().getBytes(UTF_8);
  }

  private static boolean isNumber(JsonNode types, String column) {
    String type = types.get(column).asText();
    return type.startsWith("bigint") || type.startsWith("int");
  }

  private static ObjectNode image(JsonNode types, JsonNode row) {
    ObjectNode image = JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> field : row.properties()) {
      JsonNode said = field.getValue();
      boolean number = isNumber(types, field.getKey()) && !said.isNull();
      image.set(field.getKey(), number ? JSON.getNodeFactory().numberNode(said.asLong()) : said);
    }
    return image;
  }

  private JsonNode schema(JsonNode types, ObjectNode row) {
    ObjectNode schema = JSON.createObjectNode().put("type", "struct");
    ObjectNode after = schema.putArray("fields").addObject().put("field", "after");
    ArrayNode columns = after.putArray("fields");
    for (Map.Entry<String, JsonNode> field : row.properties()) {
      String name = field.getKey();
      ObjectNode column = columns.addObject().put("field", name);
      column.put("type", isNumber(types, name) ? "int64" : "string");
      origin.type(column, types.get(name).asText());
    }
    return schema;
  }
}
