package io.spillway.cursor.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.event.ReadCounts;
import io.spillway.storage.Balance;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Reads the lines that {@link CursorEventJson} writes. Fields that it doesn't know are skipped. */
public final class CursorEventParser {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String FILE = "file.";
  private static final String BALANCE = "balance.";

  private final Map<String, String> fields = new HashMap<>();

  /** Throws IOException on a line that isn't an event, with what is wrong. Not thread-safe. */
  public CursorEvent parse(String line) throws IOException {
    fields.clear();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      readObject("", json);
    }
    try {
      return new CursorEvent(cursor(), step(), work(), origin(), atMs());
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void readObject(String prefix, JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = prefix.isEmpty() ? json.currentName() : prefix + json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && prefix.isEmpty()) {
        readObject(name + ".", json);
      } else if (value.isStructStart()) {
        json.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        fields.put(name, json.getText());
      }
    }
  }

  private CursorKey cursor() throws IOException {
    return new CursorKey(
        new Namespace(text("operation"), text("namespace")),
        text("sink"),
        text("scope"),
        text("key"));
  }

  private CursorStep step() throws IOException {
    return new CursorStep(
        number("seq"),
        CursorReason.of(text("reason")),
        CursorKind.of(text("type"), fields.getOrDefault("order", "")),
        fields.get("previous"),
        fields.get("candidate"),
        fields.get("value"));
  }

  private CursorEvent.Work work() throws IOException {
    return new CursorEvent.Work(
        number("checkpoint"),
        fields.containsKey(FILE + "path") ? file() : null,
        fields.containsKey(BALANCE + "read") ? balance() : null);
  }

  private FlushAck.File file() throws IOException {
    return new FlushAck.File(
        text(FILE + "path"),
        number(FILE + "number"),
        number(FILE + "version"),
        text(FILE + "flush"),
        new FlushAck.Rows(
            number(FILE + "rows"),
            number(FILE + "bytes"),
            number(FILE + "minCommitTs"),
            number(FILE + "maxCommitTs")));
  }

  private Balance balance() throws IOException {
    ReadCounts read =
        new ReadCounts(
            number(BALANCE + "read"),
            number(BALANCE + "deadLetters"),
            number(BALANCE + "skipped"),
            number(BALANCE + "duplicates"));
    return new Balance(read, number(BALANCE + "stored"), number(BALANCE + "spooled"));
  }

  private CursorEvent.Origin origin() throws IOException {
    return new CursorEvent.Origin(text("pipeline"), text("run"), (int) number("attempt"));
  }

  private long atMs() throws IOException {
    return Instant.parse(text("at")).toEpochMilli();
  }

  private long number(String name) throws IOException {
    return Long.parseLong(text(name));
  }

  private String text(String name) throws IOException {
    String text = fields.get(name);
    if (text == null) {
      throw new IOException("field " + name + " is missing");
    }
    return text;
  }
}
