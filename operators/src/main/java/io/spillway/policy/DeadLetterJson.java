package io.spillway.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Instant;

/**
 * A dead letter as one line of JSON: {@code failedAt, stage, kind, reason, topic, partition,
 * offset, timestamp, key, value}; key and value are base64 of the original bytes. Where an output
 * has refused it also {@code status, index, id, attempts}.
 */
public final class DeadLetterJson implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON =
      new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /** Writes the line, with its LF. */
  public void write(DeadLetter letter, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("failedAt", Instant.ofEpochMilli(letter.failedAtMs()).toString());
      json.writeStringField("stage", letter.stage());
      json.writeStringField("kind", letter.kind());
      json.writeStringField("reason", letter.reason());
      json.writeStringField("topic", letter.position().partition().source());
      json.writeNumberField("partition", letter.position().partition().number());
      json.writeNumberField("offset", letter.position().offset());
      json.writeNumberField("timestamp", letter.position().timestampMs());
      json.writeBinaryField("key", letter.key());
      json.writeBinaryField("value", letter.value());
      if (letter.refusal() != null) {
        json.writeNumberField("status", letter.refusal().status());
        json.writeStringField("index", letter.refusal().index());
        json.writeStringField("id", letter.refusal().id());
        json.writeNumberField("attempts", letter.refusal().attempts());
      }
      json.writeEndObject();
    }
    out.write('\n');
  }
}
