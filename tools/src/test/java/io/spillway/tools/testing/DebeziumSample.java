package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DebeziumJsonDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.StreamClocks;
import io.spillway.decode.TableRule;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A stream of canal-json said as Debezium or TiCDC says it.
 *
 * @param messages by partition, in order
 * @param canal the same as canal-json, with the rows as the job is expected to write them
 */
public record DebeziumSample(List<List<Message>> messages, Partitions canal) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NO_KEY = "{\"payload\":{}}".getBytes(UTF_8);
  private static final byte[] HEARTBEAT = "{\"ts_ms\":1768472430951}".getBytes(UTF_8);
  private static final byte[] END =
      "{\"status\":\"END\",\"id\":\"x:1\",\"event_count\":1,\"ts_ms\":5}".getBytes(UTF_8);

  /** Key and value; a null value is a tombstone. */
  public record Message(byte[] key, byte[] value) {}

  /** TiCDC's form: with schema and resolved events, every statement in every partition. */
  public static DebeziumSample ticdc(Partitions sample) throws IOException {
    Builder builder = new Builder(true);
    List<JsonNode> statements = new ArrayList<>();
    for (byte[] message : sample.messages().get(0)) {
      JsonNode canal = JSON.readTree(message);
      if (canal.get("isDdl").asBoolean()) {
        statements.add(canal);
      }
    }
    for (List<byte[]> partition : sample.messages()) {
      builder.begin();
      int told = 0;
      for (byte[] message : partition) {
        JsonNode canal = JSON.readTree(message);
        if (canal.get("type").asText().equals("TIDB_WATERMARK")) {
          long resolved = canal.at("/_tidb/watermarkTs").asLong();
          while (told < statements.size() && commitTs(statements.get(told)) <= resolved) {
            builder.statement(statements.get(told++));
          }
          builder.resolved(resolved);
        } else if (!canal.get("isDdl").asBoolean()) {
          builder.row(canal);
        }
      }
      while (told < statements.size()) {
        builder.statement(statements.get(told++));
      }
    }
    return builder.build();
  }

  /**
   * The form of Debezium's MySQL connector: times in whole seconds, no resolved events, statements
   * in a topic of their own, which is the last partition here; a tombstone after each delete, and
   * heartbeats and ends of transactions in between.
   */
  public static DebeziumSample plain(Partitions sample) throws IOException {
    Builder builder = new Builder(false);
    List<JsonNode> statements = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      builder.begin();
      for (byte[] message : partition) {
        JsonNode canal = JSON.readTree(message);
        if (canal.get("isDdl").asBoolean()) {
          statements.add(canal);
        } else if (!canal.get("type").asText().equals("TIDB_WATERMARK")) {
          builder.row(canal);
        }
      }
      builder.add(new Message(null, HEARTBEAT));
      builder.add(new Message(null, END));
    }
    builder.begin();
    for (JsonNode statement : statements) {
      builder.statement(statement);
    }
    return builder.build();
  }

  /** As files have it: each with its key in a line. */
  public Partitions lines() {
    List<List<byte[]>> lines = new ArrayList<>();
    for (List<Message> partition : messages) {
      lines.add(partition.stream().map(DebeziumSample::line).toList());
    }
    return new Partitions(lines);
  }

  private static byte[] line(Message message) {
    String key = message.key() == null ? "null" : new String(message.key(), UTF_8);
    String value = message.value() == null ? "null" : new String(message.value(), UTF_8);
    return ("{\"key\":" + key + ",\"value\":" + value + "}").getBytes(UTF_8);
  }

  private static long commitTs(JsonNode canal) {
    return canal.at("/_tidb/commitTs").asLong();
  }

  private static final class Builder {
    private final boolean ticdc;
    private long pos;
    private final List<List<Message>> messages = new ArrayList<>();
    private final List<List<byte[]>> canal = new ArrayList<>();
    private final DebeziumJsonDecoder decoder =
        new DebeziumJsonDecoder(
            DispatcherBy.TABLE,
            TableRule.ANY,
            ZoneOffset.UTC,
            CommitTimes.ANY.with(new StreamClocks()));

    Builder(boolean ticdc) {
      this.ticdc = ticdc;
    }

    void begin() {
      messages.add(new ArrayList<>());
      canal.add(new ArrayList<>());
    }

    void add(Message message) {
      messages.get(messages.size() - 1).add(message);
    }

    private void expect(byte[] message) {
      canal.get(canal.size() - 1).add(message);
    }

    DebeziumSample build() {
      return new DebeziumSample(messages, new Partitions(canal));
    }

    private long timestamp(JsonNode message) {
      long commitTs = commitTs(message);
      return ticdc ? commitTs : (commitTs >> 18) / 1000 * 1000 << 18;
    }

    private ObjectNode payload(JsonNode message) {
      ObjectNode payload = JSON.createObjectNode();
      long timestamp = timestamp(message);
      ObjectNode source = payload.putObject("source");
      source.put("connector", ticdc ? "TiCDC" : "mysql").put("ts_ms", timestamp >> 18);
      source
          .put("db", message.get("database").asText())
          .put("table", message.get("table").asText());
      if (ticdc) {
        source.put("commit_ts", timestamp);
      } else {
        source.put("snapshot", "false").put("file", "bin.1").put("pos", pos += 100);
      }
      return payload.put("ts_ms", message.get("ts").asLong());
    }

    private byte[] value(ObjectNode payload, JsonNode schema) {
      JsonNode whole = payload;
      if (ticdc || schema != null) {
        ObjectNode around = JSON.createObjectNode();
        around.set("payload", payload);
        around.set("schema", schema);
        whole = around;
      }
      return whole.toString().getBytes(UTF_8);
    }

    void resolved(long timestamp) {
      ObjectNode payload = JSON.createObjectNode().put("op", "m").put("ts_ms", 5);
      payload
          .putObject("source")
          .put("connector", "TiCDC")
          .put("db", "")
          .put("commit_ts", timestamp);
      add(new Message(NO_KEY, value(payload, null)));
      ObjectNode said = JSON.createObjectNode().put("type", "TIDB_WATERMARK");
      said.putObject("_tidb").put("watermarkTs", timestamp);
      expect(said.toString().getBytes(UTF_8));
    }

    void statement(JsonNode message) {
      ObjectNode payload = payload(message);
      payload.put("databaseName", message.get("database").asText());
      payload.put("ddl", message.get("sql").asText()).putArray("tableChanges");
      byte[] value = value(payload, null);
      add(new Message(NO_KEY, value));
      ObjectNode said = message.deepCopy();
      SchemaChange ddl = (SchemaChange) decode(NO_KEY, value);
      ((ObjectNode) said.get("_tidb")).put("commitTs", ddl.commitTs());
      expect(said.toString().getBytes(UTF_8));
    }

    void row(JsonNode message) throws IOException {
      String type = message.get("type").asText();
      ObjectNode row = image(message, message.at("/data/0"));
      JsonNode old = message.get("old").isNull() ? null : image(message, message.at("/old/0"));
      ObjectNode payload = payload(message);
      boolean delete = type.equals("DELETE");
      payload.put("op", delete ? "d" : type.equals("UPDATE") ? "u" : "c");
      payload.set("before", delete ? row : old);
      payload.set("after", delete ? null : row);
      ObjectNode key = JSON.createObjectNode();
      message.get("pkNames").forEach(name -> key.set(name.asText(), row.get(name.asText())));
      byte[] keyBytes = (ticdc ? "{\"payload\":" + key + "}" : key.toString()).getBytes(UTF_8);
      byte[] value = value(payload, schema(message));
      add(new Message(keyBytes, value));
      if (delete && !ticdc) {
        add(new Message(keyBytes, null));
      }
      expect(decoded(keyBytes, value, message));
    }

    private Event decode(byte[] key, byte[] value) {
      SourcePartition partition = new SourcePartition("t", messages.size() - 1);
      return decoder.decode(partition, 0, 0, key, value, 0, value.length);
    }

    /** The row's bytes, once they are seen to say what the canal-json said. */
    private byte[] decoded(byte[] key, byte[] value, JsonNode said) throws IOException {
      Row row = (Row) decode(key, value);
      String text = new String(row.buffer(), row.offset(), row.length(), UTF_8);
      JsonNode canal = JSON.readTree(text);
      for (String field :
          List.of("data", "old", "type", "database", "table", "pkNames", "sqlType")) {
        if (!canal.get(field).equals(said.get(field))) {
          throw new AssertionError(field + " of " + text + " is not that of " + said);
        }
      }
      return text.getBytes(UTF_8);
    }

    private static boolean isNumber(JsonNode message, String column) {
      String type = message.at("/mysqlType/" + column).asText();
      return type.startsWith("bigint") || type.startsWith("int");
    }

    private static ObjectNode image(JsonNode message, JsonNode row) {
      ObjectNode image = JSON.createObjectNode();
      row.fields()
          .forEachRemaining(
              field -> {
                boolean number = isNumber(message, field.getKey()) && !field.getValue().isNull();
                image.set(
                    field.getKey(),
                    number
                        ? JSON.getNodeFactory().numberNode(field.getValue().asLong())
                        : field.getValue());
              });
      return image;
    }

    private JsonNode schema(JsonNode message) {
      ObjectNode schema = JSON.createObjectNode().put("type", "struct");
      ObjectNode after = schema.putArray("fields").addObject().put("field", "after");
      ArrayNode columns = after.putArray("fields");
      message
          .at("/data/0")
          .fieldNames()
          .forEachRemaining(
              name -> {
                String type = message.at("/mysqlType/" + name).asText();
                ObjectNode column = columns.addObject().put("field", name);
                column.put("type", isNumber(message, name) ? "int64" : "string");
                if (ticdc) {
                  column.put("tidb_type", type);
                } else {
                  column
                      .putObject("parameters")
                      .put("__debezium.source.column.type", type.toUpperCase(Locale.ROOT));
                }
              });
      return schema;
    }
  }
}
