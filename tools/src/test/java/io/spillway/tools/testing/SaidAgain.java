package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.tools.sample.WireMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One partition of canal-json said in another format, and the canal-json that the job is expected
 * to make of that. Each message is decoded, and has to say what it was made of.
 */
public final class SaidAgain implements WireMessages {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SAME =
      List.of("data", "old", "type", "database", "table", "pkNames", "sqlType");

  private final SourcePartition partition;
  private final MessageDecoder decoder;
  private final WireMessages format;
  private final List<Message> messages = new ArrayList<>();
  private final List<byte[]> canal = new ArrayList<>();
  private Event event;

  /** Key and value; a null value is a tombstone. */
  public record Message(byte[] key, byte[] value) {}

  /** A format that is written to an output. */
  interface Format {
    WireMessages of(Output out);
  }

  SaidAgain(int number, MessageDecoder decoder, Format format) {
    this.partition = new SourcePartition("shop", number);
    this.decoder = decoder;
    this.format = format.of(this::message);
  }

  private void message(byte[] key, byte[] value) {
    messages.add(new Message(key, value));
    int length = value == null ? 0 : value.length;
    Event decoded = decoder.decode(partition, 0, 0, key, value, 0, length);
    event = decoded instanceof Skipped ? event : decoded;
  }

  List<Message> messages() {
    return messages;
  }

  List<byte[]> canal() {
    return canal;
  }

  @Override
  public void resolved(JsonNode said) throws IOException {
    event = null;
    format.resolved(said);
    expect(said, "watermarkTs", ((Resolved) event).commitTs());
  }

  @Override
  public void statement(JsonNode said) throws IOException {
    event = null;
    format.statement(said);
    expect(said, "commitTs", ((SchemaChange) event).commitTs());
  }

  private void expect(JsonNode said, String time, long commitTs) {
    ObjectNode expected = said.deepCopy();
    ((ObjectNode) expected.get("_tidb")).put(time, commitTs);
    canal.add(expected.toString().getBytes(UTF_8));
  }

  @Override
  public void row(JsonNode said) throws IOException {
    event = null;
    format.row(said);
    canal.add(text((Row) event, said));
  }

  /** The row's bytes, once they are seen to say what the canal-json said. */
  static byte[] text(Row row, JsonNode said) throws IOException {
    String text = new String(row.buffer(), row.offset(), row.length(), UTF_8);
    JsonNode anew = JSON.readTree(text);
    for (String field : SAME) {
      if (!anew.get(field).equals(said.get(field))) {
        throw new AssertionError(field + " of " + text + " is not that of " + said);
      }
    }
    return text.getBytes(UTF_8);
  }
}
