package io.spillway.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** One JSON object on one line, its fields in the order in which they were put. */
final class JsonLine {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Adds a field: a text, number, flag, null, or a list or map of such. */
  JsonLine put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /** Adds a moment, as {@code 2026-01-31T00:00:00Z}. */
  JsonLine time(String name, long millis) {
    return put(name, Instant.ofEpochMilli(millis).toString());
  }

  Map<String, Object> fields() {
    return fields;
  }

  @Override
  public String toString() {
    try {
      return MAPPER.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values is always writable", e);
    }
  }
}
