package io.spillway.tools.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.event.CommitTs;
import java.util.ArrayList;
import java.util.List;

/** Messages of TiCDC's canal-json for one partition, whose commits are a millisecond apart. */
public final class CanalStream {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long START_MS = 1_768_472_430_000L;

  private final List<ObjectNode> messages = new ArrayList<>();
  private long millis = START_MS;

  /**
   * Adds a row of {@code shop}; what differs from TiCDC's own may be changed in the message that
   * comes back.
   *
   * @param columns name, type and value of each, the key first
   */
  public ObjectNode row(String table, String type, String... columns) {
    ObjectNode message = message(table, type);
    message.put("isDdl", false).put("sql", "");
    message.putArray("pkNames").add(columns[0]);
    ObjectNode types = message.putObject("mysqlType");
    ObjectNode data = message.putArray("data").addObject();
    for (int i = 0; i < columns.length; i += 3) {
      types.put(columns[i], columns[i + 1]);
      data.put(columns[i], columns[i + 2]);
    }
    return message;
  }

  /** Adds a row with a number for its key and a text. */
  public ObjectNode insert(String table, int id, String text) {
    return row(table, "INSERT", "id", "bigint", "" + id, "v", "varchar(64)", text);
  }

  /** Adds a statement. */
  public void ddl(String table, String type, String sql) {
    message(table, type).put("isDdl", true).put("sql", sql).putNull("data").putNull("pkNames");
  }

  private ObjectNode message(String table, String type) {
    millis++;
    ObjectNode message = JSON.createObjectNode();
    message.put("id", 0).put("database", "shop").put("table", table).put("type", type);
    message.put("es", millis).put("ts", millis).putNull("old").putNull("sqlType");
    message.putObject("_tidb").put("commitTs", CommitTs.ofMillis(millis));
    messages.add(message);
    return message;
  }

  /** All of them, and that there are no more. */
  public Partitions partitions() throws JsonProcessingException {
    List<byte[]> lines = new ArrayList<>();
    for (ObjectNode message : messages) {
      lines.add(JSON.writeValueAsBytes(message));
    }
    lines.add(Messages.resolved(CommitTs.ofMillis(millis + 1)));
    return new Partitions(List.of(lines));
  }
}
