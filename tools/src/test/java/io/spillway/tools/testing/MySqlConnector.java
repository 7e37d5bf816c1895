package io.spillway.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.tools.sample.DebeziumMessages;
import io.spillway.tools.sample.DebeziumOrigin;
import io.spillway.tools.sample.WireMessages;
import java.io.IOException;
import java.util.Locale;

/**
 * Messages of Debezium's MySQL connector: times in whole seconds, no resolved events, a tombstone
 * after each delete.
 */
final class MySqlConnector implements WireMessages {
  private final Output out;
  private final DebeziumMessages messages;
  private byte[] key;

  /**
   * @param log that its partitions have in common
   */
  MySqlConnector(Log log, Output out) {
    this.out = out;
    this.messages =
        new DebeziumMessages(
            log,
            (rowKey, value) -> {
              key = rowKey;
              out.message(rowKey, value);
            });
  }

  @Override
  public void row(JsonNode canal) throws IOException {
    messages.row(canal);
    if (canal.get("type").asText().equals("DELETE")) {
      out.message(key, null);
    }
  }

  @Override
  public void statement(JsonNode canal) throws IOException {
    messages.statement(canal);
  }

  @Override
  public void resolved(JsonNode canal) {
    throw new AssertionError("the connector knows no resolved events");
  }

  /** MySQL's log, in the order in which it is read. */
  static final class Log implements DebeziumOrigin {
    private static final int LOGICAL_BITS = 18;

    private long pos;

    @Override
    public void source(ObjectNode source, long commitTs) {
      source.put("connector", "mysql").put("ts_ms", (commitTs >> LOGICAL_BITS) / 1000 * 1000);
      source.put("snapshot", "false").put("file", "bin.1").put("pos", pos += 100);
    }

    @Override
    public void type(ObjectNode column, String mysqlType) {
      column
          .putObject("parameters")
          .put("__debezium.source.column.type", mysqlType.toUpperCase(Locale.ROOT));
    }

    @Override
    public boolean isAlwaysEnveloped() {
      return false;
    }
  }
}
