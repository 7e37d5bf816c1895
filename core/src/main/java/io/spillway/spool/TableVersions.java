package io.spillway.spool;

import io.spillway.event.TableId;
import io.spillway.schema.SchemaFile;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The versions that DDLs have made of each table. A row belongs to the newest version older than
 * itself: a row with the DDL's own commit timestamp precedes the DDL.
 */
final class TableVersions {
  /** Version of a table before any known DDL. */
  static final long BASE = SchemaFile.FIRST_VERSION;

  private final Map<TableId, TreeSet<Long>> versions = new HashMap<>();
  private final Map<TableId, Long> pruned = new HashMap<>();

  void add(TableId table, long version) {
    versions.computeIfAbsent(table, t -> new TreeSet<>()).add(version);
  }

  /** The version in force for a row, or {@link #BASE} where no known DDL precedes it. */
  long at(TableId table, long commitTs) {
    TreeSet<Long> known = versions.get(table);
    Long version = known == null ? null : known.lower(commitTs);
    return version == null ? BASE : version;
  }

  /** The newest row that still belongs to the same version as a row of {@code commitTs}. */
  long last(TableId table, long commitTs) {
    TreeSet<Long> known = versions.get(table);
    Long next = known == null ? null : known.ceiling(commitTs);
    return next == null ? Long.MAX_VALUE : next;
  }

  /** Whether versions that a row of {@code commitTs} could belong to have been forgotten. */
  boolean forgotten(TableId table, long commitTs) {
    Long oldest = pruned.get(table);
    return oldest != null && commitTs <= oldest;
  }

  /** Forgets all versions that are no longer in force at {@code commitTs}. */
  void prune(long commitTs) {
    versions.forEach(
        (table, known) -> {
          Long inForce = known.floor(commitTs);
          if (inForce != null) {
            NavigableSet<Long> older = known.headSet(inForce, false);
            if (!older.isEmpty()) {
              older.clear();
              pruned.put(table, inForce);
            }
          }
        });
  }

  /** All that is kept: per table its versions; a pruned table's oldest version is known as such. */
  Map<TableId, State> snapshot() {
    Map<TableId, State> state = new TreeMap<>();
    versions.forEach(
        (table, known) ->
            state.put(table, new State(new TreeSet<>(known), pruned.containsKey(table))));
    return state;
  }

  void restore(TableId table, State state) {
    versions.put(table, new TreeSet<>(state.versions()));
    if (state.pruned()) {
      pruned.put(table, state.versions().first());
    }
  }

  /**
   * One table's versions.
   *
   * @param versions never empty
   * @param pruned whether older ones have been forgotten
   */
  record State(TreeSet<Long> versions, boolean pruned) {}
}
