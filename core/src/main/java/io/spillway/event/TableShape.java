package io.spillway.event;

import java.util.List;

/**
 * The columns that a row of a table shows.
 *
 * @param table the table
 * @param commitTs commit timestamp of that row
 * @param columns in the row's own order
 */
public record TableShape(TableId table, long commitTs, List<Column> columns) implements Broadcast {
  public TableShape {
    columns = List.copyOf(columns);
  }

  /**
   * One column.
   *
   * @param name as the source spells it
   * @param mysqlType as the message says it, e.g. {@code bigint unsigned} or {@code varchar(64)};
   *     empty where it says nothing
   * @param primaryKey whether the message names it as part of the key
   */
  public record Column(String name, String mysqlType, boolean primaryKey) {}
}
