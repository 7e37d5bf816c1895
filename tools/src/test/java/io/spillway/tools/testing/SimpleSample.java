package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.SimpleJsonDecoder;
import io.spillway.decode.TableRule;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A stream of canal-json said in TiCDC's simple protocol: every statement in every partition, and a
 * table's columns before the first of its rows that has them.
 *
 * @param messages by partition, in order
 * @param canal the same as canal-json, with the rows as the job is expected to write them
 */
public record SimpleSample(Partitions messages, Partitions canal) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static SimpleSample of(Partitions sample) throws IOException {
    List<JsonNode> statements = new ArrayList<>();
    for (byte[] message : sample.messages().get(0)) {
      JsonNode canal = JSON.readTree(message);
      if (canal.get("isDdl").asBoolean()) {
        statements.add(canal);
      }
    }
    List<List<byte[]>> messages = new ArrayList<>();
    List<List<byte[]>> canal = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      Builder builder = new Builder(messages.size());
      int told = 0;
      for (byte[] message : partition) {
        JsonNode said = JSON.readTree(message);
        if (said.get("type").asText().equals("TIDB_WATERMARK")) {
          long resolved = said.at("/_tidb/watermarkTs").asLong();
          while (told < statements.size() && commitTs(statements.get(told)) <= resolved) {
            builder.statement(statements.get(told++));
          }
          builder.resolved(said, resolved);
        } else if (!said.get("isDdl").asBoolean()) {
          builder.row(said);
        }
      }
      while (told < statements.size()) {
        builder.statement(statements.get(told++));
      }
      messages.add(builder.messages);
      canal.add(builder.canal);
    }
    return new SimpleSample(new Partitions(messages), new Partitions(canal));
  }

  private static long commitTs(JsonNode canal) {
    return canal.at("/_tidb/commitTs").asLong();
  }

  private static final class Builder {
    private final SourcePartition partition;
    private final List<byte[]> messages = new ArrayList<>();
    private final List<byte[]> canal = new ArrayList<>();
    private final Set<String> told = new HashSet<>();
    private final SimpleJsonDecoder decoder =
        new SimpleJsonDecoder(
            DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY, EarlierMessages.NONE);

    Builder(int number) {
      partition = new SourcePartition("shop", number);
    }

    private void add(ObjectNode message) {
      messages.add(message.put("version", 1).toString().getBytes(UTF_8));
    }

    void resolved(JsonNode said, long resolved) {
      add(JSON.createObjectNode().put("type", "WATERMARK").put("commitTs", resolved));
      canal.add(said.toString().getBytes(UTF_8));
    }

    void statement(JsonNode said) {
      ObjectNode message = JSON.createObjectNode();
      message.put("type", said.get("type").asText()).put("sql", said.get("sql").asText());
      message.put("commitTs", commitTs(said)).put("buildTs", said.get("ts").asLong());
      message
          .putObject("tableSchema")
          .put("schema", said.get("database").asText())
          .put("table", said.get("table").asText())
          .put("version", commitTs(said))
          .putArray("columns");
      add(message);
      canal.add(said.toString().getBytes(UTF_8));
    }

    void row(JsonNode said) throws IOException {
      String database = said.get("database").asText();
      String table = said.get("table").asText();
      JsonNode columns = said.get("mysqlType");
      // equal columns have one version, as if nothing else had ever changed
      long version = (1L + (columns + "" + said.get("pkNames")).hashCode()) & 0x7fffffffL;
      if (told.add(database + "|" + table + "|" + version)) {
        bootstrap(said, version);
      }
      ObjectNode message = JSON.createObjectNode();
      message.put("database", database).put("table", table).put("tableID", 7);
      message.put("type", said.get("type").asText()).put("commitTs", commitTs(said));
      message.put("buildTs", said.get("ts").asLong()).put("schemaVersion", version);
      boolean delete = said.get("type").asText().equals("DELETE");
      message.set(delete ? "old" : "data", sorted(said.at("/data/0")));
      if (!said.get("old").isNull()) {
        message.set("old", sorted(said.at("/old/0")));
      }
      add(message);
      byte[] value = messages.get(messages.size() - 1);
      canal.add(decoded(value, said));
    }

    private void bootstrap(JsonNode said, long version) {
      ObjectNode message = JSON.createObjectNode().put("type", "BOOTSTRAP").put("commitTs", 0);
      ObjectNode schema = message.putObject("tableSchema");
      schema.put("schema", said.get("database").asText()).put("table", said.get("table").asText());
      schema.put("version", version);
      ArrayNode columns = schema.putArray("columns");
      said.at("/data/0")
          .fieldNames()
          .forEachRemaining(
              name -> {
                String type = said.at("/mysqlType/" + name).asText();
                ObjectNode column = columns.addObject().put("name", name);
                column
                    .putObject("dataType")
                    .put("mysqlType", type.split("[ (]")[0])
                    .put("unsigned", type.endsWith(" unsigned"));
              });
      ObjectNode index = schema.putArray("indexes").addObject().put("primary", true);
      index.set("columns", said.get("pkNames"));
      add(message);
      byte[] value = messages.get(messages.size() - 1);
      decoder.decode(partition, 0, 0, null, value, 0, value.length);
    }

    /** As Go writes maps. */
    private static JsonNode sorted(JsonNode row) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      row.fields().forEachRemaining(field -> sorted.put(field.getKey(), field.getValue()));
      ObjectNode image = JSON.createObjectNode();
      sorted.forEach(image::set);
      return image;
    }

    /** The row's bytes, once they are seen to say what the canal-json said. */
    private byte[] decoded(byte[] value, JsonNode said) throws IOException {
      Row row = (Row) decoder.decode(partition, 0, 0, null, value, 0, value.length);
      String text = new String(row.buffer(), row.offset(), row.length(), UTF_8);
      JsonNode anew = JSON.readTree(text);
      for (String field :
          List.of("data", "old", "type", "database", "table", "pkNames", "sqlType")) {
        if (!anew.get(field).equals(said.get(field))) {
          throw new AssertionError(field + " of " + text + " is not that of " + said);
        }
      }
      return text.getBytes(UTF_8);
    }
  }
}
