package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.search.document.FieldType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The mapping of an index that the job has made: what it says of fields, and the mark by which the
 * job knows its own indices again. Remembers which types an engine doesn't know.
 */
final class IndexMapping {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String META = "_meta";
  private static final String MARK = "spillway";
  private static final String PROPERTIES = "properties";

  private final Set<FieldType> unknown = EnumSet.noneOf(FieldType.class);

  /** Adds the mark to the mappings of a new index, and takes the guessing of types away. */
  static ObjectNode marked(ObjectNode mappings) {
    for (String detection : new String[] {"date_detection", "numeric_detection"}) {
      if (!mappings.has(detection)) {
        mappings.put(detection, false);
      }
    }
    mappings.withObject("/" + META).put(MARK, "fields by column type");
    return mappings;
  }

  /**
   * Fields that are mapped, of one index or of all behind an alias; null where the job hasn't made
   * them.
   *
   * @param body the answer to a question for mappings
   */
  static Set<String> fields(byte[] body) {
    Set<String> common = null;
    try {
      for (JsonNode index : JSON.readTree(body)) {
        JsonNode mappings = index.path("mappings");
        if (!mappings.path(META).has(MARK)) {
          return null;
        }
        Set<String> names = new HashSet<>();
        mappings.path(PROPERTIES).fieldNames().forEachRemaining(names::add);
        if (common == null) {
          common = names;
        } else {
          common.retainAll(names);
        }
      }
    } catch (IOException e) {
      return null;
    }
    return common;
  }

  /** The body of a request that maps fields. */
  byte[] body(Map<String, FieldType> fields) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode properties = root.putObject(PROPERTIES);
    try {
      for (Map.Entry<String, FieldType> field : fields.entrySet()) {
        properties.set(field.getKey(), JSON.readTree(known(field.getValue()).json()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }

  private FieldType known(FieldType wanted) {
    FieldType type = wanted;
    while (unknown.contains(type)) {
      type = type.fallback();
    }
    return type;
  }

  /** Whether a refusal says that the engine doesn't know a type; then another takes its place. */
  boolean learn(String reason) {
    for (FieldType type : FieldType.values()) {
      boolean named =
          type.rareName() != null
              && reason != null
              && reason.contains("type [" + type.rareName() + "]")
              && (reason.contains("No handler for") || reason.contains("does not exist"));
      if (named && unknown.add(type)) {
        return true;
      }
    }
    return false;
  }
}
