package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.OpenProtocolDecoder;
import io.spillway.decode.TableRule;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.testing.OpenBatch;
import io.spillway.tools.sample.PartitionTranslation;
import io.spillway.tools.sample.WireMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A stream of canal-json said in TiCDC's open protocol: every statement in every partition, rows in
 * batches of 1 to 16.
 *
 * @param batches by partition, in order
 * @param canal the same as canal-json, with the rows as the job is expected to write them
 */
public record OpenSample(List<List<OpenBatch>> batches, Partitions canal) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_EVENTS = 16;
  private static final int PRIMARY_KEY = 2 + 8;
  private static final int NULLABLE = 64;

  public static OpenSample of(Partitions sample, long seed) throws IOException {
    List<JsonNode> statements = new ArrayList<>();
    List<List<OpenBatch>> batches = new ArrayList<>();
    List<List<byte[]>> canal = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      Builder builder = new Builder(batches.size(), new Random(seed + batches.size()));
      PartitionTranslation translation = new PartitionTranslation(statements, builder);
      for (byte[] message : partition) {
        translation.add(message, message.length);
      }
      translation.end();
      builder.flush();
      batches.add(builder.batches);
      canal.add(builder.canal);
    }
    return new OpenSample(batches, new Partitions(canal));
  }

  /** All messages as records of a topic. */
  public List<ProducerRecord<byte[], byte[]>> records(String topic) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < batches.size(); partition++) {
      for (OpenBatch batch : batches.get(partition)) {
        records.add(new ProducerRecord<>(topic, partition, batch.key(), batch.value()));
      }
    }
    return records;
  }

  private static final class Builder implements WireMessages {
    private final SourcePartition partition;
    private final Random random;
    private final List<OpenBatch> batches = new ArrayList<>();
    private final List<byte[]> canal = new ArrayList<>();
    private final OpenProtocolDecoder decoder =
        new OpenProtocolDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY);
    private OpenBatch open = new OpenBatch();

    Builder(int number, Random random) {
      this.partition = new SourcePartition("shop", number);
      this.random = random;
    }

    void flush() {
      if (open.size() > 0) {
        batches.add(open);
        open = new OpenBatch();
      }
    }

    private static ObjectNode key(long commitTs, JsonNode said, int type) {
      return JSON.createObjectNode()
          .put("ts", commitTs)
          .put("scm", said.get("database").asText())
          .put("tbl", said.get("table").asText())
          .put("t", type);
    }

    @Override
    public void resolved(JsonNode said) {
      flush();
      long resolved = said.at("/_tidb/watermarkTs").asLong();
      batches.add(new OpenBatch().add(key(resolved, said, 3).toString(), ""));
      canal.add(said.toString().getBytes(UTF_8));
    }

    @Override
    public void statement(JsonNode said) {
      flush();
      ObjectNode value = JSON.createObjectNode().put("q", said.get("sql").asText()).put("t", 5);
      batches.add(
          new OpenBatch()
              .add(key(said.at("/_tidb/commitTs").asLong(), said, 2).toString(), value.toString()));
      canal.add(said.toString().getBytes(UTF_8));
    }

    @Override
    public void row(JsonNode said) throws IOException {
      ObjectNode value = JSON.createObjectNode();
      boolean isDelete = said.get("type").asText().equals("DELETE");
      value.set(isDelete ? "d" : "u", columns(said, said.at("/data/0")));
      if (said.get("type").asText().equals("UPDATE")) {
        value.set("p", columns(said, said.at("/old/0")));
      }
      String key = key(said.at("/_tidb/commitTs").asLong(), said, 1).toString();
      open.add(key, value.toString());
      canal.add(decoded(new OpenBatch().add(key, value.toString()), said));
      if (open.size() == MOST_EVENTS || random.nextInt(8) == 0) {
        flush();
      }
    }

    private static ObjectNode columns(JsonNode said, JsonNode row) {
      ObjectNode columns = JSON.createObjectNode();
      row.fields()
          .forEachRemaining(
              field -> {
                String type = said.at("/mysqlType/" + field.getKey()).asText();
                boolean isKey = said.get("pkNames").toString().contains('"' + field.getKey() + '"');
                ObjectNode column = columns.putObject(field.getKey());
                column.put("t", code(type)).put("f", isKey ? PRIMARY_KEY : NULLABLE);
                column.set("v", value(type, field.getValue()));
              });
      return columns;
    }

    private static int code(String type) {
      return switch (type) {
        case "bigint" -> 8;
        case "varchar" -> 15;
        case "text" -> 252;
        default -> throw new AssertionError("no such type in samples: " + type);
      };
    }

    private static JsonNode value(String type, JsonNode said) {
      if (said.isNull()) {
        return said;
      } else if (type.equals("bigint")) {
        return JSON.getNodeFactory().numberNode(said.asLong());
      }
      byte[] utf8 = said.asText().getBytes(UTF_8);
      String text = type.equals("text") ? Base64.getEncoder().encodeToString(utf8) : said.asText();
      return JSON.getNodeFactory().textNode(text);
    }

    /** The row's bytes, once they are seen to say what the canal-json said. */
    private byte[] decoded(OpenBatch batch, JsonNode said) throws IOException {
      byte[] value = batch.value();
      Row row = (Row) decoder.decode(partition, 0, 0, batch.key(), value, 0, value.length);
      byte[] text = SaidAgain.text(row, said);
      if (!JSON.readTree(text).get("mysqlType").equals(said.get("mysqlType"))) {
        throw new AssertionError("types of " + new String(text, UTF_8) + " are not of " + said);
      }
      return text;
    }
  }
}
