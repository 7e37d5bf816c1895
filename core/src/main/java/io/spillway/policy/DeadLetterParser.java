package io.spillway.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.Header;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.policy.DeadLetter.Failure;
import io.spillway.policy.DeadLetter.Original;
import io.spillway.policy.DeadLetter.Refusal;
import io.spillway.policy.DeadLetter.Subject;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link DeadLetterJson} writes, and what it wrote in earlier versions. */
public final class DeadLetterParser {
  private static final byte[] NOTHING = {};

  private final ObjectMapper mapper =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  /**
   * The letter on a line.
   *
   * @throws IOException where the line is none
   */
  public DeadLetter parse(byte[] line) throws IOException {
    JsonNode json = mapper.readTree(line);
    for (String field : List.of("failedAt", "stage", "kind", "topic", "offset", "value")) {
      if (json == null || !json.has(field)) {
        throw new IOException("not a dead letter: it has no " + field);
      }
    }
    return new DeadLetter(original(json), failure(json), subject(json));
  }

  private static Original original(JsonNode json) throws IOException {
    SourcePosition position =
        new SourcePosition(
            new SourcePartition(json.get("topic").asText(), json.path("partition").asInt(-1)),
            json.get("offset").asLong(),
            json.path("timestamp").asLong(-1));
    byte[] key = json.path("key").binaryValue();
    byte[] value = json.get("value").binaryValue();
    // before there were headers in it, a letter had an empty key for none
    boolean none = key == null || (key.length == 0 && !json.has("firstFailedAt"));
    return new Original(
        json.path("source").asText(""),
        position,
        none ? null : key,
        value == null ? NOTHING : value,
        headers(json));
  }

  private static List<Header> headers(JsonNode json) throws IOException {
    List<Header> headers = new ArrayList<>();
    for (JsonNode header : json.path("headers")) {
      headers.add(new Header(header.path("name").asText(), header.path("value").binaryValue()));
    }
    return List.copyOf(headers);
  }

  private static Failure failure(JsonNode json) throws IOException {
    String last = json.get("failedAt").asText();
    try {
      return new Failure(
          json.get("stage").asText(),
          json.get("kind").asText(),
          json.path("reason").asText(),
          json.path("attempts").asInt(1),
          Instant.parse(json.path("firstFailedAt").asText(last)).toEpochMilli(),
          Instant.parse(last).toEpochMilli());
    } catch (DateTimeException e) {
      throw new IOException("not a dead letter: no time in failedAt", e);
    }
  }

  private static Subject subject(JsonNode json) {
    JsonNode key = json.path("primaryKey");
    Refusal refusal =
        json.has("status")
            ? new Refusal(
                json.get("status").asInt(), json.path("index").asText(), json.path("id").asText())
            : null;
    return new Subject(
        json.path("table").asText(""), key.isObject() ? key.toString() : "", refusal);
  }
}
