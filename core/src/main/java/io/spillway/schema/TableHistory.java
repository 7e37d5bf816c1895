package io.spillway.schema;

import io.spillway.event.CommitTs;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One table's versions and what its rows showed. */
final class TableHistory {
  /** For how long a dropped table's columns are kept: TiDB's own data is mostly gone before. */
  private static final long RECOVERABLE = CommitTs.ofMillis(Duration.ofDays(3).toMillis());

  private final TreeMap<Long, Known> versions = new TreeMap<>();
  private final ShapeLog shapes = new ShapeLog();

  void shape(TableShape shape) {
    shapes.add(shape);
  }

  void put(long version, Known known) {
    versions.put(version, known);
  }

  /** Of two opinions on one version the one that knows more stays. */
  void merge(long version, Known known) {
    versions.merge(version, known, TableHistory::better);
  }

  private static Known better(Known a, Known b) {
    if (a.complete() != b.complete()) {
      return a.complete() ? a : b;
    }
    return a.columns().size() >= b.columns().size() ? a : b;
  }

  /** The columns that the table had when it was dropped last; null where nothing is known of it. */
  Known lastDropped(long ddl) {
    long at = droppedAt(ddl);
    return at == Long.MIN_VALUE ? null : versions.get(at);
  }

  /** Commit timestamp of that DROP, or {@link Long#MIN_VALUE}. */
  long droppedAt(long ddl) {
    for (Map.Entry<Long, Known> version : versions.headMap(ddl, true).descendingMap().entrySet()) {
      if (isDropped(version.getValue())) {
        return version.getKey();
      }
    }
    return Long.MIN_VALUE;
  }

  /** A table that has another name now has no columns under this one. */
  private static boolean isDropped(Known known) {
    return known.gone() && !known.columns().isEmpty();
  }

  boolean exists() {
    return versions.isEmpty() || !versions.lastEntry().getValue().gone();
  }

  /**
   * What is known right before a DDL: the version in force, and its rows up to and including it.
   */
  Known before(long ddl) {
    Map.Entry<Long, Known> inForce = versions.floorEntry(ddl);
    return inForce == null
        ? Known.NOTHING.with(shapes.newest(Long.MIN_VALUE, ddl))
        : inForce.getValue().with(shapes.newest(inForce.getKey(), ddl));
  }

  /**
   * The row that shows a version best. That is the one right behind the statement, as which the
   * message's own columns come; then the newest up to {@code until}; then the first up to {@code
   * next}. A later version may have begun before that one, which isn't known yet; but then this
   * version has no rows.
   */
  RowShape behind(long ddl, long until, long next) {
    RowShape first = shapes.oldest(ddl, Math.min(ddl + 1, next));
    if (first != null) {
      return first;
    }
    RowShape newest = shapes.newest(ddl, until);
    return newest != null ? newest : shapes.oldest(ddl, next);
  }

  /** The version in force at {@code version}, as far as its rows up to {@code until} show it. */
  Known at(long version, long until) {
    Map.Entry<Long, Known> inForce = versions.floorEntry(version);
    Long next = versions.higherKey(version);
    long end = next == null ? until : Math.min(next, until);
    return inForce == null
        ? Known.NOTHING.with(shapes.newest(Long.MIN_VALUE, end))
        : inForce.getValue().with(shapes.newest(inForce.getKey(), end));
  }

  /** Forgets versions that ended before {@code belowTs}, and the rows that showed them. */
  void prune(long belowTs) {
    Map.Entry<Long, Known> inForce = versions.floorEntry(belowTs);
    if (inForce == null) {
      shapes.prune(Long.MIN_VALUE, belowTs);
      return;
    }
    long dropped = droppedAt(belowTs);
    boolean kept = dropped > belowTs - RECOVERABLE;
    versions.headMap(inForce.getKey(), false).keySet().removeIf(at -> !(kept && at == dropped));
    Known known = inForce.getValue();
    shapes.prune(known.isWhole() ? belowTs : inForce.getKey(), belowTs);
    if (inForce.getValue().gone() && versions.size() == 1 && !kept) {
      versions.clear();
    }
  }

  boolean isEmpty() {
    return versions.isEmpty() && shapes.isEmpty();
  }

  CatalogState.Table snapshot(TableId table) {
    List<CatalogState.Version> kept = new ArrayList<>(versions.size());
    versions.forEach(
        (version, known) ->
            kept.add(
                new CatalogState.Version(
                    version, known.columns(), known.complete(), known.gone(), known.binary())));
    return new CatalogState.Table(table, kept, shapes.shapes());
  }
}
