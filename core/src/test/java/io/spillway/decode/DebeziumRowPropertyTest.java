package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.event.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A random row of canal-json, said as Debezium says it, is the same row again. */
class DebeziumRowPropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long TS = 463594436794777607L;

  private final DebeziumJsonDecoder decoder = DebeziumMessages.decoder();

  @Property(tries = 1500)
  void aRowSaidInDebeziumIsTheSameRow(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<DebeziumColumn> after = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      after.add(DebeziumColumn.random(random.nextInt(DebeziumColumn.KINDS), random));
    }
    String op = List.of("c", "r", "u", "d").get(random.nextInt(4));
    boolean keyed = random.nextBoolean();

    String message = message(op, after, random.nextBoolean());
    Row row = (Row) DebeziumMessages.decode(decoder, keyed ? "{\"c0\":1}" : null, message);

    assertThat(DebeziumMessages.canal(row))
        .as("seed %d: %s", seed, message)
        .isEqualTo(canal(op, after, keyed));
    assertThat(row.commitTs()).isEqualTo(TS);
  }

  static String message(String op, List<DebeziumColumn> row, boolean schemaFirst)
      throws IOException {
    StringBuilder fields = new StringBuilder();
    ObjectNode image = JSON.createObjectNode();
    for (int i = 0; i < row.size(); i++) {
      fields.append(i > 0 ? "," : "").append('{').append(row.get(i).field());
      fields.append(",\"optional\":true,\"field\":\"c").append(i).append("\"}");
      image.set("c" + i, row.get(i).value());
    }
    ObjectNode payload = JSON.createObjectNode();
    payload.put("op", op).put("ts_ms", 77);
    payload.putObject("source").put("db", "d").put("table", "t").put("commit_ts", TS);
    payload.set("before", op.equals("u") || op.equals("d") ? image : null);
    payload.set("after", op.equals("d") ? null : image);
    String schema =
        "{\"type\":\"struct\",\"fields\":[{\"field\":\"after\",\"fields\":[" + fields + "]}]}";
    return schemaFirst
        ? "{\"schema\":" + schema + ",\"payload\":" + payload + "}"
        : "{\"payload\":" + payload + ",\"schema\":" + schema + "}";
  }

  private static JsonNode canal(String op, List<DebeziumColumn> row, boolean keyed)
      throws IOException {
    ObjectNode canal = JSON.createObjectNode();
    ObjectNode data = canal.putArray("data").addObject();
    ObjectNode mysqlTypes = JSON.createObjectNode();
    ObjectNode sqlTypes = JSON.createObjectNode();
    for (int i = 0; i < row.size(); i++) {
      data.put("c" + i, row.get(i).canal());
      mysqlTypes.put("c" + i, row.get(i).mysqlType());
      sqlTypes.put("c" + i, row.get(i).sqlType());
    }
    canal.put("database", "d").put("es", TS >> 18).put("id", 0).put("isDdl", false);
    canal.set("mysqlType", mysqlTypes);
    if (op.equals("u")) {
      canal.putArray("old").add(data);
    } else {
      canal.putNull("old");
    }
    if (keyed) {
      canal.putArray("pkNames").add("c0");
    } else {
      canal.putNull("pkNames");
    }
    canal.put("sql", "").set("sqlType", sqlTypes);
    canal.put("table", "t").put("ts", 77);
    canal.put("type", op.equals("u") ? "UPDATE" : op.equals("d") ? "DELETE" : "INSERT");
    canal.putObject("_tidb").put("commitTs", TS);
    // by text, so that both have the same kinds of number
    return JSON.readTree(canal.toString());
  }
}
