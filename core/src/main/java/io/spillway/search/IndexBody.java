package io.spillway.search;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.event.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The body of a request that creates an index. */
final class IndexBody {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIELD_LIMIT = "index.mapping.total_fields.limit";

  /** The engines' own limit is 1000; some of it is for what comes later. */
  private static final int MANY_FIELDS = 900;

  private IndexBody() {}

  /**
   * @param table whose documents come first; null where that isn't known
   * @param fields how many fields the documents have
   */
  static byte[] of(NewIndices wanted, TableId table, int fields) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode settings = root.putObject("settings");
    settings.put(NewIndices.RETENTION, wanted.deleteRetentionMs() / 1000 + "s");
    if (fields > MANY_FIELDS) {
      settings.put(FIELD_LIMIT, String.valueOf(2 * fields));
    }
    NewIndices.Wanted own = wanted.of(table);
    own.settings().forEach(settings::put);
    ObjectNode mappings = JSON.createObjectNode();
    try {
      if (!own.mappings().isEmpty()) {
        mappings = (ObjectNode) JSON.readTree(own.mappings());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("checked when it was read", e);
    }
    if (wanted.typed()) {
      IndexMapping.marked(mappings);
    }
    if (!mappings.isEmpty()) {
      root.set("mappings", mappings);
    }
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }
}
