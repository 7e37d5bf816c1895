package io.spillway.job.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.TableFilter;
import io.spillway.search.NewIndices;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads section {@code elasticsearch.new-indices}. */
final class NewIndicesReader {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Set<String> RETENTION = Set.of(NewIndices.RETENTION, "gc_deletes");

  private NewIndicesReader() {}

  static NewIndices read(Section section) {
    try (section) {
      List<NewIndices.OfTables> some = new ArrayList<>();
      for (Section tables : section.sections("tables")) {
        some.add(ofTables(tables));
      }
      return new NewIndices(
          section.value("delete-retention").duration("1 d", "1 s", "").toMillis(),
          wanted(section),
          section.value("types").choice(Types.COLUMNS) == Types.COLUMNS,
          some);
    }
  }

  /** Who decides on the types of fields. */
  private enum Types {
    COLUMNS,
    ENGINE
  }

  private static NewIndices.Wanted wanted(Section section) {
    return new NewIndices.Wanted(
        settings(section.section("settings")).values(), mappings(section.value("mappings")));
  }

  private static NewIndices.OfTables ofTables(Section section) {
    try (section) {
      if (!section.has("tables")) {
        section.fault("tables", "is required, as ['shop.*']");
      }
      return new NewIndices.OfTables(
          ElasticsearchReader.tables(section).orElse(new TableFilter(List.of())), wanted(section));
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
