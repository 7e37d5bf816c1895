package io.spillway.schema;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of all tables over event time: the DDLs' history and the columns that rows showed.
 * Not thread-safe. Its content follows from the set of shapes and DDLs that were fed, whatever the
 * order in which shapes came, as long as every DDL came after the shapes that precede it in event
 * time. Only where a schema file has to show columns that nothing else tells do rows beyond the
 * watermark count, as far as they have come.
 *
 * <p>A row with a DDL's own commitTs precedes it, so a version holds the rows of {@code (its
 * commitTs, the next DDL's commitTs]}.
 */
public final class Catalog {
  private final DdlParser parser = new DdlParser();
  private final TreeMap<TableId, TableHistory> tables = new TreeMap<>();
  private final TreeSet<TableId> warned = new TreeSet<>();

  /**
   * The catalogue that knows what any of these knew: they come from subtasks that saw the same DDLs
   * and the rows of different tables.
   */
  public static Catalog restore(Collection<CatalogState> states) {
    Catalog catalog = new Catalog();
    for (CatalogState state : states) {
      catalog.warned.addAll(state.warned());
      for (CatalogState.Table table : state.tables()) {
        TableHistory history = catalog.history(table.table());
        for (CatalogState.Version v : table.versions()) {
          history.merge(v.version(), new Known(v.columns(), v.complete(), v.gone(), v.binary()));
        }
        table.shapes().forEach(history::shape);
      }
    }
    return catalog;
  }

  public CatalogState snapshot() {
    List<CatalogState.Table> kept = new ArrayList<>(tables.size());
    tables.forEach((table, history) -> kept.add(history.snapshot(table)));
    return new CatalogState(kept, new ArrayList<>(warned));
  }

  /** A row showed these columns. */
  public void shape(TableShape shape) {
    history(shape.table()).shape(shape);
  }

  /**
   * As {@link #apply(SchemaChange, long, long)}, where every later row seen is of this DDL's
   * version.
   */
  public DdlOutcome apply(SchemaChange ddl) {
    return apply(ddl, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** As {@link #apply(SchemaChange, long, long)}, where no row above {@code until} counts. */
  DdlOutcome apply(SchemaChange ddl, long until) {
    return apply(ddl, until, until);
  }

  /**
   * Applies one DDL message. Call once for each, in commitTs order, when the watermark has reached
   * it. Never throws on bad SQL.
   *
   * @param until the watermark, or the commitTs of the next DDL that is due if that is less: rows
   *     after the DDL and up to here show the columns of a table of which nothing else is known
   * @param next commitTs of the next DDL that is here: where no row has come up to {@code until},
   *     the first one up to here shows them
   */
  public DdlOutcome apply(SchemaChange ddl, long until, long next) {
    ParsedDdl parsed = parser.parse(ddl.query(), ddl.table());
    DdlRun run = new DdlRun(tables, ddl);
    parsed.effects().forEach(run::apply);
    if (ddl.isOfOtherSql()) {
      run.doubtWhatItHas(ddl.table());
    }
    Set<TableId> unknown = new LinkedHashSet<>();
    List<SchemaVersion> files = run.files(until, next, unknown);
    run.after().forEach((table, known) -> history(table).put(ddl.commitTs(), known));
    List<TableId> drained = run.drained();
    boolean wholeDatabase = drained.stream().anyMatch(TableId::isSchema);
    return new DdlOutcome(drained, wholeDatabase, files, warnings(ddl, parsed, unknown));
  }

  private List<String> warnings(SchemaChange ddl, ParsedDdl parsed, Set<TableId> unknown) {
    List<String> warnings = new ArrayList<>();
    if (ddl.isOfOtherSql()) {
      // what of its text isn't understood costs nothing
      return warnings;
    }
    if (parsed.problem() != null) {
      warnings.add(
          "DDL of %s at %d can't be parsed (%s): its schema file shows the columns of the rows behind it, or, where none have come, those known before"
              .formatted(ddl.table(), ddl.commitTs(), parsed.problem()));
    } else if (parsed.leftOut() != null) {
      warnings.add(
          "DDL of %s at %d has parts that aren't understood (%s): its schema file shows the columns of the rest"
              .formatted(ddl.table(), ddl.commitTs(), parsed.leftOut()));
    }
    for (TableId table : unknown) {
      if (warned.add(table)) {
        warnings.add(
            "columns of %s aren't all known at DDL %d: its schema file has those that were seen"
                .formatted(table, ddl.commitTs()));
      }
    }
    return warnings;
  }

  /** As {@link #structure(TableId, long, long)}, with every row seen so far. */
  public TableStructure structure(TableId table, long version) {
    return structure(table, version, Long.MAX_VALUE);
  }

  /**
   * The structure in force from {@code version} to the table's next DDL; without columns if nothing
   * is known.
   *
   * @param until rows after this don't count, e.g. the watermark where later DDLs may be unknown
   */
  public TableStructure structure(TableId table, long version, long until) {
    TableHistory history = tables.get(table);
    List<Column> columns = history == null ? List.of() : history.at(version, until).visible();
    return new TableStructure(table, columns);
  }

  /**
   * As {@link #structure(TableId, long, long)}; without columns also where those aren't all known,
   * or the table doesn't exist.
   */
  public TableStructure whole(TableId table, long version, long until) {
    TableHistory history = tables.get(table);
    Known known = history == null ? Known.NOTHING : history.at(version, until);
    return new TableStructure(table, known.isWhole() ? known.visible() : List.of());
  }

  /** Whether it is known that there is such a table at {@code commitTs}, and right behind it. */
  public boolean exists(TableId table, long commitTs) {
    TableHistory history = tables.get(table);
    Known known = history == null ? Known.NOTHING : history.at(commitTs, commitTs);
    return !known.gone() && !known.columns().isEmpty();
  }

  /** All of which something is known, those that are gone among them. */
  public Collection<TableId> tables() {
    return List.copyOf(tables.keySet());
  }

  /**
   * Forgets what ended before; what is in force at {@code belowTs} stays. Afterwards there must be
   * no DDL at or below it and no question for an older version.
   */
  public void prune(long belowTs) {
    for (Map.Entry<TableId, TableHistory> table : tables.entrySet()) {
      table.getValue().prune(belowTs);
    }
    tables.values().removeIf(TableHistory::isEmpty);
  }

  private TableHistory history(TableId table) {
    return tables.computeIfAbsent(table, t -> new TableHistory());
  }
}
