package io.spillway.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Columns of one table while a statement is applied to them, in table order. The clauses of a
 * statement name columns as they were before it: {@code RENAME a TO b, RENAME b TO a} exchanges two
 * names. Only what no column was called before is looked for among the new names.
 */
final class ColumnList {
  private final List<Entry> columns = new ArrayList<>();

  /**
   * @param before its name before the statement; null where it is new
   */
  private record Entry(ColumnDefinition definition, String before) {
    String name() {
      return definition.column().name();
    }

    Entry with(ColumnDefinition other) {
      return new Entry(other, before);
    }
  }

  ColumnList() {
    this(List.of());
  }

  ColumnList(List<ColumnDefinition> columns) {
    columns.forEach(column -> this.columns.add(new Entry(column, column.column().name())));
  }

  List<ColumnDefinition> definitions() {
    return columns.stream().map(Entry::definition).toList();
  }

  /** Applies all clauses of a statement. */
  void apply(List<ColumnChange> changes) {
    Set<String> leaving = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    changes.forEach(change -> leaving(change, leaving));
    for (ColumnChange change : changes) {
      if (change instanceof ColumnChange.Add add && leaving.contains(nameOf(add.definition()))) {
        put(-1, add.definition(), add.place());
      } else {
        apply(change);
      }
    }
  }

  /** Names that a column gives up, so that another may take them in the same statement. */
  private static void leaving(ColumnChange change, Set<String> names) {
    if (change instanceof ColumnChange.Drop drop) {
      names.add(drop.name());
    } else if (change instanceof ColumnChange.Rename rename) {
      names.add(rename.name());
    } else if (change instanceof ColumnChange.Replace replace
        && !replace.name().equalsIgnoreCase(nameOf(replace.definition()))) {
      names.add(replace.name());
    }
  }

  private static String nameOf(ColumnDefinition definition) {
    return definition.column().name();
  }

  /** A clause about a column that isn't known changes nothing, unless it defines the column. */
  void apply(ColumnChange change) {
    if (change instanceof ColumnChange.Add add) {
      put(named(nameOf(add.definition())), add.definition(), add.place());
    } else if (change instanceof ColumnChange.AddMissing add) {
      if (named(nameOf(add.definition())) < 0) {
        put(-1, add.definition(), add.place());
      }
    } else if (change instanceof ColumnChange.Charset charset) {
      for (int at = 0; charset.binary() && charset.converts() && at < columns.size(); at++) {
        change(at, c -> c.withType(ColumnType.binary(c.type())));
      }
    } else if (change instanceof ColumnChange.Drop drop) {
      int at = indexOf(drop.name());
      if (at >= 0) {
        columns.remove(at);
      }
    } else if (change instanceof ColumnChange.Replace replace) {
      replace(replace);
    } else if (change instanceof ColumnChange.Rename rename) {
      change(indexOf(rename.name()), c -> c.withName(rename.to()));
    } else if (change instanceof ColumnChange.Default def) {
      change(indexOf(def.name()), c -> c.withDefault(def.json()));
    } else if (change instanceof ColumnChange.PrimaryKey key) {
      key.names().forEach(name -> change(named(name), Column::inPrimaryKey));
    } else if (change instanceof ColumnChange.NoPrimaryKey) {
      for (int at = 0; at < columns.size(); at++) {
        change(at, Column::outOfPrimaryKey);
      }
    } else {
      throw new IllegalStateException("unknown change: " + change);
    }
  }

  private void replace(ColumnChange.Replace replace) {
    int at = indexOf(replace.name());
    ColumnDefinition definition = replace.definition();
    if (at >= 0 && columns.get(at).definition().column().primaryKey()) {
      definition = new ColumnDefinition(definition.column().inPrimaryKey(), definition.virtual());
    }
    put(at, definition, replace.place());
  }

  private void put(int old, ColumnDefinition definition, ColumnChange.Place place) {
    Entry entry = old < 0 ? new Entry(definition, null) : columns.get(old).with(definition);
    boolean stays = old >= 0 && !place.first() && place.after() == null;
    if (stays) {
      columns.set(old, entry);
      return;
    }
    if (old >= 0) {
      columns.remove(old);
    }
    columns.add(target(place), entry);
  }

  private int target(ColumnChange.Place place) {
    if (place.first()) {
      return 0;
    }
    int after = place.after() == null ? -1 : named(place.after());
    return after < 0 ? columns.size() : after + 1;
  }

  private void change(int at, UnaryOperator<Column> change) {
    if (at >= 0) {
      ColumnDefinition old = columns.get(at).definition();
      ColumnDefinition changed = new ColumnDefinition(change.apply(old.column()), old.virtual());
      columns.set(at, columns.get(at).with(changed));
    }
  }

  /** The column that a clause is about. */
  private int indexOf(String name) {
    for (int at = 0; at < columns.size(); at++) {
      if (name.equalsIgnoreCase(columns.get(at).before())) {
        return at;
      }
    }
    return named(name);
  }

  /** The column that has the name now. */
  private int named(String name) {
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).name().equalsIgnoreCase(name)) {
        return at;
      }
    }
    return -1;
  }
}
