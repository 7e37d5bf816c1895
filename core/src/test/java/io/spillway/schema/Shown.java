package io.spillway.schema;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Short forms of what the tests of this package feed and expect. */
final class Shown {
  static final SourcePartition PARTITION = new SourcePartition("cdc", 0);

  private Shown() {}

  static TableId id(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new TableId(text, "")
        : new TableId(text.substring(0, dot), text.substring(dot + 1));
  }

  /** A table with a key, a text, a number and an enumeration. */
  static TableStructure orders() {
    return new TableStructure(
        id("shop.orders"),
        List.of(
            new Column("id", "BIGINT UNSIGNED", null, "20", "", false, true, List.of()),
            new Column("name", "VARCHAR", null, "64", "", true, false, List.of()),
            new Column("amount", "DECIMAL", null, "12", "2", true, false, List.of()),
            new Column(
                "state", "ENUM", "\"new\"", "", "", true, false, List.of("new", "paid", "a&b"))));
  }

  static SchemaChange ddl(long ts, String named, String sql) {
    return new SchemaChange(PARTITION, ts, id(named), "QUERY", sql);
  }

  /**
   * @param columns {@code name type} each, a star behind the name of a key column
   */
  static TableShape shape(long ts, String table, String... columns) {
    List<TableShape.Column> list = new ArrayList<>();
    for (String column : columns) {
      int space = column.indexOf(' ');
      String name = column.substring(0, space);
      boolean key = name.endsWith("*");
      list.add(
          new TableShape.Column(
              key ? name.substring(0, name.length() - 1) : name, column.substring(space + 1), key));
    }
    return new TableShape(id(table), ts, list);
  }

  /** {@code name TYPE(precision,scale)[elements]! PK =default}, comma separated; ! is NOT NULL. */
  static String columns(List<Column> columns) {
    return columns.stream().map(Shown::column).collect(Collectors.joining(", "));
  }

  static String structure(TableStructure structure) {
    return structure.table() + ": " + columns(structure.columns());
  }

  static String file(SchemaVersion file) {
    return file.type() + " " + structure(file.structure());
  }

  private static String column(Column c) {
    StringBuilder text = new StringBuilder(c.name()).append(' ').append(c.type());
    if (!c.precision().isEmpty() || !c.scale().isEmpty()) {
      text.append('(').append(c.precision());
      text.append(c.scale().isEmpty() ? "" : "," + c.scale()).append(')');
    }
    text.append(c.elements().isEmpty() ? "" : c.elements().toString());
    text.append(c.nullable() ? "" : "!").append(c.primaryKey() ? " PK" : "");
    return text.append(c.defaultJson() == null ? "" : " =" + c.defaultJson()).toString();
  }
}
