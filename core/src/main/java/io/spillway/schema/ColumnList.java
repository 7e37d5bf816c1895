package io.spillway.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns of one table while statements are applied to them, in table order. */
final class ColumnList {
  private final List<ColumnDefinition> columns;

  ColumnList() {
    this(List.of());
  }

  ColumnList(List<ColumnDefinition> columns) {
    this.columns = new ArrayList<>(columns);
  }

  List<ColumnDefinition> definitions() {
    return List.copyOf(columns);
  }

  /** A clause about a column that isn't known changes nothing, unless it defines the column. */
  void apply(ColumnChange change) {
    if (change instanceof ColumnChange.Add add) {
      put(indexOf(add.definition().column().name()), add.definition(), add.place());
    } else if (change instanceof ColumnChange.Drop drop) {
      int at = indexOf(drop.name());
      if (at >= 0) {
        columns.remove(at);
      }
    } else if (change instanceof ColumnChange.Replace replace) {
      replace(replace);
    } else if (change instanceof ColumnChange.Rename rename) {
      change(rename.name(), c -> c.withName(rename.to()));
    } else if (change instanceof ColumnChange.Default def) {
      change(def.name(), c -> c.withDefault(def.json()));
    } else if (change instanceof ColumnChange.PrimaryKey key) {
      key.names().forEach(name -> change(name, Column::inPrimaryKey));
    } else if (change instanceof ColumnChange.NoPrimaryKey) {
      columns.replaceAll(c -> new ColumnDefinition(c.column().outOfPrimaryKey(), c.virtual()));
    } else {
      throw new IllegalStateException("unknown change: " + change);
    }
  }

  private void replace(ColumnChange.Replace replace) {
    int at = indexOf(replace.name());
    ColumnDefinition definition = replace.definition();
    if (at >= 0 && columns.get(at).column().primaryKey()) {
      definition = new ColumnDefinition(definition.column().inPrimaryKey(), definition.virtual());
    }
    put(at, definition, replace.place());
  }

  private void put(int old, ColumnDefinition definition, ColumnChange.Place place) {
    boolean stays = old >= 0 && !place.first() && place.after() == null;
    if (stays) {
      columns.set(old, definition);
      return;
    }
    if (old >= 0) {
      columns.remove(old);
    }
    columns.add(target(place), definition);
  }

  private int target(ColumnChange.Place place) {
    if (place.first()) {
      return 0;
    }
    int after = place.after() == null ? -1 : indexOf(place.after());
    return after < 0 ? columns.size() : after + 1;
  }

  private void change(String name, UnaryOperator<Column> change) {
    int at = indexOf(name);
    if (at >= 0) {
      ColumnDefinition old = columns.get(at);
      columns.set(at, new ColumnDefinition(change.apply(old.column()), old.virtual()));
    }
  }

  private int indexOf(String name) {
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).column().name().equalsIgnoreCase(name)) {
        return at;
      }
    }
    return -1;
  }
}
