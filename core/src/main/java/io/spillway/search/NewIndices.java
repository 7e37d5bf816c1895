package io.spillway.search;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an index gets that the job creates, beyond what templates of the engine say. An index that
 * exists is never changed.
 *
 * @param deleteRetentionMs how long an index must remember deletes, so that no older replay brings
 *     a row back; an index that exists and remembers them for less is a warning
 * @param settings further index settings, as {@code number_of_shards}
 * @param mappings a JSON object, or empty for none
 */
public record NewIndices(long deleteRetentionMs, Map<String, String> settings, String mappings)
    implements Serializable {
  /** The setting that {@code deleteRetentionMs} stands for. */
  public static final String RETENTION = "index.gc_deletes";

  private static final long DAY_MS = 86_400_000;

  /** A day, as long as TiCDC itself can go back. */
  public static final NewIndices DEFAULT = new NewIndices(DAY_MS, Map.of(), "");

  public NewIndices {
    if (deleteRetentionMs < 1_000) {
      throw new IllegalArgumentException("deletes must be kept for a second or more");
    }
    // a copy that can be serialized and keeps its order
    settings = new LinkedHashMap<>(settings);
  }
}
