package io.spillway.cursor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Instant;

/** A cursor event as one line of JSON. */
public final class CursorEventJson implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON =
      new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /** Writes the line, with its LF. */
  public void write(CursorEvent event, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("id", event.id());
      json.writeStringField("at", Instant.ofEpochMilli(event.atMs()).toString());
      json.writeStringField("pipeline", event.pipeline());
      json.writeStringField("operation", event.ack().cursor().operation());
      json.writeStringField("scope", event.ack().cursor().scope());
      json.writeStringField("key", event.ack().cursor().key());
      json.writeStringField("direction", "FORWARD");
      json.writeStringField("type", "TIME");
      writeValue("previous", event.previous(), json);
      writeValue("value", event.value(), json);
      json.writeStringField("reason", event.reason());
      json.writeNumberField("checkpoint", event.ack().checkpointId());
      if (event.ack().file() != null) {
        writeFile(event.ack().file(), json);
      }
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void writeValue(String name, long value, JsonGenerator json) throws IOException {
    if (value == Long.MIN_VALUE) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }

  private static void writeFile(FlushAck.File file, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("file");
    json.writeStringField("path", file.path());
    json.writeStringField("flush", file.reason());
    json.writeNumberField("rows", file.rows());
    json.writeNumberField("bytes", file.bytes());
    json.writeNumberField("minCommitTs", file.minCommitTs());
    json.writeNumberField("maxCommitTs", file.maxCommitTs());
    json.writeEndObject();
  }
}
