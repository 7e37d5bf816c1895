package io.spillway.search;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an index gets that the job creates, beyond what templates of the engine say. An index that
 * somebody else has made is never changed.
 *
 * @param deleteRetentionMs how long an index must remember deletes, so that no older replay brings
 *     a row back; an index that exists and remembers them for less is a warning
 * @param everywhere of all indices
 * @param typed whether fields are mapped by the types of their columns
 * @param tables more for some tables; the first that matches counts
 */
public record NewIndices(
    long deleteRetentionMs, Wanted everywhere, boolean typed, List<OfTables> tables)
    implements Serializable {
  /** The setting that {@code deleteRetentionMs} stands for. */
  public static final String RETENTION = "index.gc_deletes";

  private static final long DAY_MS = 86_400_000;

  /** A day, as long as TiCDC itself can go back; fields by the types of their columns. */
  public static final NewIndices DEFAULT =
      new NewIndices(DAY_MS, new Wanted(Map.of(), ""), true, List.of());

  public NewIndices {
    if (deleteRetentionMs < 1_000) {
      throw new IllegalArgumentException("deletes must be kept for a second or more");
    }
    tables = new ArrayList<>(tables);
  }

  /**
   * @param settings index settings, as {@code number_of_shards}
   * @param mappings a JSON object, or empty for none
   */
  public record Wanted(Map<String, String> settings, String mappings) implements Serializable {
    public Wanted {
      // a copy that can be serialized and keeps its order
      settings = new LinkedHashMap<>(settings);
    }
  }

  /**
   * What the indices of some tables get beside the settings of all, and in place of their mappings.
   */
  public record OfTables(TableFilter filter, Wanted wanted) implements Serializable {}

  /**
   * @param table null for one that isn't known
   */
  Wanted of(TableId table) {
    for (OfTables some : tables) {
      if (table != null && some.filter().chooses(table)) {
        Map<String, String> settings = new LinkedHashMap<>(everywhere.settings());
        settings.putAll(some.wanted().settings());
        boolean own = !some.wanted().mappings().isEmpty();
        return new Wanted(settings, (own ? some.wanted() : everywhere).mappings());
      }
    }
    return everywhere;
  }
}
