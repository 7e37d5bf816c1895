package io.spillway.schema;

import io.spillway.event.TableShape;
import java.util.List;
import java.util.Locale;

/** The columns that a row showed, read when they are needed first. */
final class RowShape {
  private final TableShape shape;
  private final boolean keyOnly;
  private List<Column> columns;

  RowShape(TableShape shape) {
    this.shape = shape;
    this.keyOnly = shape.columns().stream().allMatch(TableShape.Column::primaryKey);
  }

  TableShape shape() {
    return shape;
  }

  /** A DELETE may carry its key and nothing else; such a row doesn't show what a table has. */
  boolean keyOnly() {
    return keyOnly;
  }

  boolean sameColumns(RowShape other) {
    return shape.columns().equals(other.shape.columns());
  }

  /** As a schema file shows them: without what the row doesn't say. */
  List<Column> columns() {
    if (columns == null) {
      columns = shape.columns().stream().map(RowShape::column).toList();
    }
    return columns;
  }

  private static Column column(TableShape.Column shown) {
    boolean key = shown.primaryKey();
    String text = shown.mysqlType().strip();
    if (text.isEmpty()) {
      return new Column(shown.name(), "", null, "", "", !key, key, List.of());
    }
    var reading = MySqlGrammar.type(text);
    if (reading.problem() != null) {
      // Another database's type: its name is a fact all the same.
      String name = text.toUpperCase(Locale.ROOT);
      return new Column(shown.name(), name, null, "", "", !key, key, List.of());
    }
    ColumnType type = ColumnType.of(reading.tree());
    String scale = type.precision().isEmpty() && type.scale().equals("0") ? "" : type.scale();
    return new Column(
        shown.name(), type.text(), null, type.precision(), scale, !key, key, type.elements());
  }
}
