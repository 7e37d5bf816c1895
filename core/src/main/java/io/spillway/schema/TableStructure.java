package io.spillway.schema;

import io.spillway.event.TableId;
import java.util.List;

/**
 * A table's columns, as far as they are known.
 *
 * @param table whose they are; a database's own identity has no columns
 * @param columns in table order
 */
public record TableStructure(TableId table, List<Column> columns) {
  public TableStructure {
    columns = List.copyOf(columns);
  }
}
