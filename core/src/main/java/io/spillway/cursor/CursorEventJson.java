package io.spillway.cursor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.spillway.event.Gap;
import io.spillway.plan.Balance;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.time.Instant;

/** A cursor event as one line of JSON; {@code docs/cursors.md} tells the fields. */
public final class CursorEventJson implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON =
      new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /** Writes the line, with its LF. */
  public void write(CursorEvent event, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("id", event.id());
      json.writeNumberField("seq", event.step().seq());
      json.writeStringField("at", Instant.ofEpochMilli(event.atMs()).toString());
      writeKey(event.cursor(), json);
      writeStep(event.step(), json);
      json.writeNumberField("checkpoint", event.work().checkpointId());
      json.writeStringField("pipeline", event.origin().pipeline());
      json.writeStringField("run", event.origin().run());
      json.writeNumberField("attempt", event.origin().attempt());
      json.writeStringField("trace", event.trace());
      writeWork(event, json);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void writeWork(CursorEvent event, JsonGenerator json) throws IOException {
    Work work = event.work();
    if (work instanceof Work.Written written) {
      writeFile(written.file(), json);
    } else if (work instanceof Work.Counted counted) {
      writeBalance(counted.balance(), json);
    } else if (work instanceof Work.Missed missed) {
      writeGap(missed.gap(), json);
    } else if (work instanceof Work.SetBack back) {
      writeLogged(back.log(), event.step().kind(), json);
    } else if (work instanceof Work.Steered steered) {
      writeSteering(steered.steering(), json);
    } else if (!(work instanceof Work.Reached)) {
      throw new IllegalStateException("unknown work: " + work);
    }
  }

  private static void writeKey(CursorKey cursor, JsonGenerator json) throws IOException {
    json.writeStringField("operation", cursor.namespace().operation());
    json.writeStringField("namespace", cursor.namespace().id());
    json.writeStringField("direction", cursor.namespace().direction());
    json.writeStringField("sink", cursor.sink());
    json.writeStringField("scope", cursor.scope());
    json.writeStringField("key", cursor.key());
  }

  private static void writeStep(CursorStep step, JsonGenerator json) throws IOException {
    json.writeStringField("type", step.kind().word());
    if (!step.kind().order().isEmpty()) {
      json.writeStringField("order", step.kind().order());
    }
    writeValue("previous", step.kind(), step.previous(), json);
    if (step.candidate() != null) {
      writeValue("candidate", step.kind(), step.candidate(), json);
    }
    writeValue("value", step.kind(), step.value(), json);
    json.writeStringField("reason", step.reason().word());
  }

  private static void writeValue(String name, CursorKind kind, String value, JsonGenerator json)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else if (kind == CursorKind.TIME) {
      json.writeNumberField(name, Long.parseLong(value));
    } else {
      json.writeStringField(name, value);
    }
  }

  private static void writeFile(FlushAck.File file, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("file");
    json.writeStringField("path", file.path());
    json.writeNumberField("number", file.number());
    json.writeNumberField("version", file.version());
    json.writeStringField("flush", file.reason());
    json.writeNumberField("rows", file.rows().count());
    json.writeNumberField("bytes", file.rows().bytes());
    json.writeNumberField("minCommitTs", file.rows().minCommitTs());
    json.writeNumberField("maxCommitTs", file.rows().maxCommitTs());
    if (!file.traces().isEmpty()) {
      json.writeArrayFieldStart("traces");
      for (String trace : file.traces()) {
        json.writeString(trace);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeGap(Gap gap, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("gap");
    json.writeStringField("source", gap.partition().source());
    json.writeNumberField("partition", gap.partition().number());
    json.writeNumberField("from", gap.from());
    json.writeNumberField("to", gap.to());
    json.writeEndObject();
  }

  private static void writeLogged(Work.Logged told, CursorKind kind, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("told");
    json.writeNumberField("seq", told.seq());
    json.writeNumberField("checkpoint", told.checkpointId());
    writeValue("value", kind, told.value(), json);
    json.writeEndObject();
  }

  private static void writeSteering(FlushAck.Steering steering, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("bulk");
    json.writeNumberField("writer", steering.writer());
    json.writeStringField("since", Instant.ofEpochMilli(steering.atMs()).toString());
    json.writeStringField("mode", steering.mode());
    json.writeEndObject();
  }

  private static void writeBalance(Balance balance, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("balance");
    json.writeNumberField("read", balance.read().read());
    json.writeNumberField("stored", balance.stored());
    json.writeNumberField("spooled", balance.spooled());
    json.writeNumberField("alreadyDelivered", balance.alreadyDelivered());
    json.writeNumberField("deadLetters", balance.read().deadLetters());
    json.writeNumberField("skipped", balance.read().skipped());
    json.writeNumberField("duplicates", balance.read().duplicates());
    json.writeNumberField("copies", balance.read().copies());
    json.writeNumberField("difference", balance.difference());
    json.writeEndObject();
  }
}
