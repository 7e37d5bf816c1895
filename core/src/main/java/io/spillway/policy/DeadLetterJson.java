package io.spillway.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.spillway.event.Header;
import io.spillway.policy.DeadLetter.Failure;
import io.spillway.policy.DeadLetter.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Instant;

/**
 * A dead letter as one line of JSON: {@code failedAt, firstFailedAt, stage, kind, reason, attempts,
 * source, topic, partition, offset, timestamp, table, primaryKey, traceId}, where an output has
 * refused it {@code status, index, id}, and last {@code headers, key, value}; key, value and the
 * headers' values are base64 of the original bytes. What isn't known isn't there; a key that is
 * null was none.
 */
public final class DeadLetterJson implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON =
      new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /** Writes the line, with its LF. */
  public void write(DeadLetter letter, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      writeFailure(letter.failure(), json);
      if (!letter.source().isEmpty()) {
        json.writeStringField("source", letter.source());
      }
      json.writeStringField("topic", letter.position().partition().source());
      json.writeNumberField("partition", letter.position().partition().number());
      json.writeNumberField("offset", letter.position().offset());
      json.writeNumberField("timestamp", letter.position().timestampMs());
      writeSubject(letter, json);
      if (!letter.original().headers().isEmpty()) {
        json.writeArrayFieldStart("headers");
        for (Header header : letter.original().headers()) {
          json.writeStartObject();
          json.writeStringField("name", header.name());
          writeBytes("value", header.value(), json);
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      writeBytes("key", letter.original().key(), json);
      json.writeBinaryField("value", letter.original().value());
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void writeFailure(Failure failure, JsonGenerator json) throws IOException {
    json.writeStringField("failedAt", Instant.ofEpochMilli(failure.lastMs()).toString());
    json.writeStringField("firstFailedAt", Instant.ofEpochMilli(failure.firstMs()).toString());
    json.writeStringField("stage", failure.stage());
    json.writeStringField("kind", failure.kind());
    json.writeStringField("reason", failure.reason());
    json.writeNumberField("attempts", failure.attempts());
  }

  private static void writeSubject(DeadLetter letter, JsonGenerator json) throws IOException {
    if (!letter.subject().table().isEmpty()) {
      json.writeStringField("table", letter.subject().table());
    }
    if (!letter.subject().primaryKey().isEmpty()) {
      json.writeFieldName("primaryKey");
      json.writeRawValue(letter.subject().primaryKey());
    }
    json.writeStringField("traceId", letter.traceId());
    Refusal refusal = letter.subject().refusal();
    if (refusal != null) {
      json.writeNumberField("status", refusal.status());
      json.writeStringField("index", refusal.index());
      json.writeStringField("id", refusal.id());
    }
  }

  private static void writeBytes(String name, byte[] bytes, JsonGenerator json) throws IOException {
    if (bytes == null) {
      json.writeNullField(name);
    } else {
      json.writeBinaryField(name, bytes);
    }
  }
}
