package io.spillway.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a table's columns in one version.
 *
 * @param columns in table order, virtual ones among them
 * @param complete whether these are all; otherwise rows may show others, and win
 * @param gone the table doesn't exist (any more); the columns are those that it had
 * @param binary new texts that say nothing of their characters are binary
 */
record Known(List<ColumnDefinition> columns, boolean complete, boolean gone, boolean binary) {
  static final Known NOTHING = new Known(List.of(), false, false, false);
  static final Known GONE = new Known(List.of(), false, true, false);

  Known {
    columns = List.copyOf(columns);
  }

  Known apply(DdlEffect.AlterTable alter) {
    List<ColumnChange> changes = binary ? alter.ofBinary() : alter.changes();
    ColumnList list = new ColumnList(columns);
    list.apply(changes);
    boolean now = binary;
    for (ColumnChange change : changes) {
      now = change instanceof ColumnChange.Charset charset ? charset.binary() : now;
    }
    return new Known(list.definitions(), isWhole(), false, now);
  }

  /** As a table that is there, by whatever name. */
  Known there() {
    return new Known(columns, complete, false, binary);
  }

  /** Whether these are all columns of a table that is there. */
  boolean isWhole() {
    return complete && !gone;
  }

  Known dropped() {
    return new Known(columns, complete, true, binary);
  }

  /** The columns may have changed in a way that wasn't understood. */
  Known doubted() {
    return new Known(columns, false, gone, binary);
  }

  /** The columns that rows and schema files have. */
  List<Column> visible() {
    List<Column> visible = new ArrayList<>(columns.size());
    for (ColumnDefinition definition : columns) {
      if (!definition.virtual()) {
        visible.add(definition.column());
      }
    }
    return visible;
  }

  /**
   * What a row of the same version adds: its columns in its order, with the details that are known
   * here already. A row that shows a key only adds its columns and takes none away.
   *
   * @param row null for none
   */
  Known with(RowShape row) {
    if (row == null) {
      return this;
    }
    if (gone) {
      // Another table by the same name: what the old one was like says nothing of it.
      return NOTHING.with(row);
    }
    if (complete) {
      return this;
    }
    ColumnList shown = new ColumnList();
    row.columns().forEach(column -> shown.apply(added(detailed(column))));
    boolean nothingNew = columns.containsAll(shown.definitions());
    if (nothingNew && (row.keyOnly() || shown.definitions().size() == visible().size())) {
      return new Known(columns, !row.keyOnly(), false, binary);
    }
    if (row.keyOnly()) {
      columns.forEach(column -> shown.apply(added(column)));
    }
    return new Known(shown.definitions(), !row.keyOnly(), false, binary);
  }

  private static ColumnChange.Add added(ColumnDefinition column) {
    return new ColumnChange.Add(column, ColumnChange.Place.UNSAID);
  }

  private ColumnDefinition detailed(Column shown) {
    ColumnDefinition known = find(shown.name());
    return known != null && agrees(known.column(), shown)
        ? known
        : new ColumnDefinition(shown, false);
  }

  private ColumnDefinition find(String name) {
    for (ColumnDefinition column : columns) {
      if (column.column().name().equalsIgnoreCase(name)) {
        return column;
      }
    }
    return null;
  }

  /** Whether what a row says of a column is true of the known one. */
  private static boolean agrees(Column known, Column shown) {
    return (shown.type().isEmpty() || shown.type().equals(known.type()))
        && (shown.precision().isEmpty() || shown.precision().equals(known.precision()))
        && (shown.elements().isEmpty() || shown.elements().equals(known.elements()));
  }
}
