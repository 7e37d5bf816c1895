package io.spillway.cursor.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.Work;
import io.spillway.event.Gap;
import io.spillway.event.ReadCounts;
import io.spillway.event.SourcePartition;
import io.spillway.plan.Balance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;

/** Reads the lines that {@link CursorEventJson} writes. Fields that it doesn't know are skipped. */
public final class CursorEventParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final EventFields fields = new EventFields();

  /** As {@link #parse(byte[], int, int)}, of a text. */
  public CursorEvent parse(String line) throws NoEventException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  /** A line that isn't an event, and what is wrong with it. */
  public static final class NoEventException extends IOException {
    private static final long serialVersionUID = 1L;

    NoEventException(Exception cause) {
      super(
          cause instanceof JsonProcessingException json
              ? json.getOriginalMessage()
              : cause.getMessage(),
          cause);
    }

    private NoEventException(String message, NoEventException cause) {
      super(message, cause);
    }

    /** The message alone says all, also where only this is printed. */
    @Override
    public String toString() {
      return getMessage();
    }

    /** The same, with the place of the line. */
    NoEventException at(String place) {
      return new NoEventException(place + ": not a cursor event: " + getMessage(), this);
    }
  }

  /** Throws NoEventException on a line that isn't an event. Not thread-safe. */
  public CursorEvent parse(byte[] line, int offset, int length) throws NoEventException {
    try {
      return read(line, offset, length);
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      // all of it is in memory
      throw new NoEventException(e);
    }
  }

  private CursorEvent read(byte[] line, int offset, int length) throws IOException {
    fields.clear();
    try (JsonParser json = JSON.createParser(line, offset, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      readObject(EventFields.Part.EVENT, json);
    }
    return new CursorEvent(cursor(), step(), work(), origin(), fields.atMs());
  }

  private void readObject(EventFields.Part part, JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      EventFields.Field field = EventFields.field(part, json.currentName());
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && field != null && field.part() != null) {
        fields.mark(field);
        readObject(field.part(), json);
      } else if (value == JsonToken.START_ARRAY && field == EventFields.Field.TRACES) {
        fields.takeTraces(json);
      } else if (value.isStructStart()) {
        json.skipChildren();
      } else if (field != null && value != JsonToken.VALUE_NULL) {
        fields.take(field, value, json);
      }
    }
  }

  private CursorKey cursor() throws IOException {
    return new CursorKey(
        new Namespace(
            fields.text(EventFields.Field.OPERATION), fields.text(EventFields.Field.NAMESPACE)),
        fields.text(EventFields.Field.SINK),
        fields.text(EventFields.Field.SCOPE),
        fields.text(EventFields.Field.KEY));
  }

  private CursorStep step() throws IOException {
    String order = fields.textOrNull(EventFields.Field.ORDER);
    return new CursorStep(
        fields.number(EventFields.Field.SEQ),
        CursorReason.of(fields.text(EventFields.Field.REASON)),
        CursorKind.of(fields.text(EventFields.Field.TYPE), order == null ? "" : order),
        fields.textOrNull(EventFields.Field.PREVIOUS),
        fields.textOrNull(EventFields.Field.CANDIDATE),
        fields.textOrNull(EventFields.Field.VALUE));
  }

  private Work work() throws IOException {
    long checkpoint = fields.number(EventFields.Field.CHECKPOINT);
    if (fields.has(EventFields.Field.PATH)) {
      return new Work.Written(checkpoint, file());
    } else if (fields.has(EventFields.Field.READ)) {
      return new Work.Counted(checkpoint, balance());
    } else if (fields.has(EventFields.Field.GAP)) {
      return new Work.Missed(checkpoint, gap());
    } else if (fields.has(EventFields.Field.TOLD)) {
      return new Work.SetBack(checkpoint, logged());
    }
    return fields.has(EventFields.Field.BULK)
        ? new Work.Steered(checkpoint, steering())
        : new Work.Reached(checkpoint);
  }

  private FlushAck.Steering steering() throws IOException {
    return new FlushAck.Steering(
        (int) fields.number(EventFields.Field.BULK_WRITER),
        fields.number(EventFields.Field.BULK_SINCE),
        fields.text(EventFields.Field.BULK_MODE));
  }

  private Gap gap() throws IOException {
    SourcePartition partition =
        new SourcePartition(
            fields.text(EventFields.Field.GAP_SOURCE),
            (int) fields.number(EventFields.Field.GAP_PARTITION));
    return new Gap(
        partition,
        fields.number(EventFields.Field.GAP_FROM),
        fields.number(EventFields.Field.GAP_TO));
  }

  private Work.Logged logged() throws IOException {
    return new Work.Logged(
        fields.number(EventFields.Field.TOLD_SEQ),
        fields.number(EventFields.Field.TOLD_CHECKPOINT),
        fields.textOrNull(EventFields.Field.TOLD_VALUE));
  }

  private FlushAck.File file() throws IOException {
    return new FlushAck.File(
        fields.text(EventFields.Field.PATH),
        fields.number(EventFields.Field.NUMBER),
        fields.number(EventFields.Field.VERSION),
        fields.text(EventFields.Field.FLUSH),
        new FlushAck.Rows(
            fields.number(EventFields.Field.ROWS),
            fields.number(EventFields.Field.BYTES),
            fields.number(EventFields.Field.MIN_COMMIT_TS),
            fields.number(EventFields.Field.MAX_COMMIT_TS)),
        fields.traces());
  }

  private Balance balance() throws IOException {
    ReadCounts read =
        new ReadCounts(
            fields.number(EventFields.Field.READ),
            fields.number(EventFields.Field.DEAD_LETTERS),
            fields.number(EventFields.Field.SKIPPED),
            fields.number(EventFields.Field.DUPLICATES),
            fields.numberOrZero(EventFields.Field.COPIES));
    return new Balance(
        read,
        fields.number(EventFields.Field.STORED),
        fields.number(EventFields.Field.SPOOLED),
        fields.numberOrZero(EventFields.Field.ALREADY_DELIVERED));
  }

  private CursorEvent.Origin origin() throws IOException {
    return new CursorEvent.Origin(
        fields.text(EventFields.Field.PIPELINE),
        fields.text(EventFields.Field.RUN),
        (int) fields.number(EventFields.Field.ATTEMPT));
  }
}
