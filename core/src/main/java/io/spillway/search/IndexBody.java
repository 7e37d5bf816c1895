package io.spillway.search;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The body of a request that creates an index. */
final class IndexBody {
  private static final JsonFactory JSON = new JsonFactory();

  private IndexBody() {}

  static byte[] of(NewIndices wanted) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(body)) {
      out.writeStartObject();
      out.writeObjectFieldStart("settings");
      out.writeStringField(NewIndices.RETENTION, wanted.deleteRetentionMs() / 1000 + "s");
      for (Map.Entry<String, String> setting : wanted.settings().entrySet()) {
        out.writeStringField(setting.getKey(), setting.getValue());
      }
      out.writeEndObject();
      if (!wanted.mappings().isEmpty()) {
        out.writeFieldName("mappings");
        out.writeRawValue(wanted.mappings());
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return body.toByteArray();
  }
}
