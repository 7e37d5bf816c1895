package io.spillway.search;

import java.nio.charset.StandardCharsets;

/** Rows of a table shop.t with columns id and name. */
final class Rows {
  private Rows() {}

  static SearchRow upsert(long ts, int id, String name) {
    return row("t", "UPDATE", ts, id, name);
  }

  static SearchRow delete(long ts, int id) {
    return row("t", "DELETE", ts, id, "old");
  }

  static SearchRow row(String table, String type, long ts, int id, String name) {
    String json =
        "{\"database\":\"shop\",\"table\":\""
            + table
            + "\",\"pkNames\":[\"id\"],\"isDdl\":false,\"type\":\""
            + type
            + "\",\"mysqlType\":{\"id\":\"int\",\"name\":\"varchar\"},\"old\":null,\"data\":[{\"id\":\""
            + id
            + "\",\"name\":\""
            + name
            + "\"}],\"_tidb\":{\"commitTs\":"
            + ts
            + "}}";
    return new SearchRow("in-0", ts, "shop." + table, ts, json.getBytes(StandardCharsets.UTF_8));
  }
}
