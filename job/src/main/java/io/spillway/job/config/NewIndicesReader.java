package io.spillway.job.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.search.NewIndices;
import java.util.Set;

/** Reads section {@code elasticsearch.new-indices}. */
final class NewIndicesReader {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Set<String> RETENTION = Set.of(NewIndices.RETENTION, "gc_deletes");

  private NewIndicesReader() {}

  static NewIndices read(Section section) {
    try (section) {
      return new NewIndices(
          section.value("delete-retention").duration("1 d", "1 s", "").toMillis(),
          settings(section.section("settings")).values(),
          mappings(section.value("mappings")));
    }
  }

  private static Settings settings(Section section) {
    RETENTION.stream()
        .filter(section::has)
        .forEach(key -> section.fault(key, "must not be set: delete-retention sets it"));
    return PipelineReader.settings(section);
  }

  private static String mappings(Value value) {
    String text = value.text("");
    if (text.isEmpty()) {
      return "";
    }
    try {
      JsonNode mappings = JSON.readTree(text);
      if (mappings.isObject()) {
        return mappings.toString();
      }
      value.fault("is not a JSON object");
    } catch (JsonProcessingException e) {
      value.fault("is not JSON: " + e.getOriginalMessage());
    }
    return "";
  }
}
