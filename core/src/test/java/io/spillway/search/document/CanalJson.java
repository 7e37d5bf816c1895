package io.spillway.search.document;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** Builds canal-json rows the slow and obvious way. */
final class CanalJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final ObjectNode message = JSON.createObjectNode();
  private final ObjectNode mysqlTypes = JSON.createObjectNode();
  private final ObjectNode row = JSON.createObjectNode();
  private final ObjectNode old = JSON.createObjectNode();
  private final ArrayNode keys = JSON.createArrayNode();

  private CanalJson(String type, String schema, String table) {
    message.put("id", 0).put("database", schema).put("table", table).put("type", type);
  }

  static CanalJson row(String type) {
    return new CanalJson(type, "shop", "orders");
  }

  static CanalJson row(String type, String schema, String table) {
    return new CanalJson(type, schema, table);
  }

  CanalJson key(String name, String mysqlType, String value) {
    keys.add(name);
    return column(name, mysqlType, value);
  }

  CanalJson column(String name, String mysqlType, String value) {
    row.put(name, value);
    if (mysqlType != null) {
      mysqlTypes.put(name, mysqlType);
    }
    return this;
  }

  CanalJson old(String name, String value) {
    old.put(name, value);
    return this;
  }

  byte[] bytes() {
    // data before the types: nobody promises an order
    message.set("data", JSON.createArrayNode().add(row));
    message.set("old", old.isEmpty() ? null : JSON.createArrayNode().add(old));
    message.set("mysqlType", mysqlTypes);
    message.set("pkNames", keys.isEmpty() ? null : keys);
    return message.toString().getBytes(StandardCharsets.UTF_8);
  }
}
