package io.spillway.event;

/**
 * Some tables: all, those of a database, or one.
 *
 * @param schema empty for every database
 * @param table empty for every table
 */
public record TableScope(String schema, String table) {
  public static final TableScope ALL = new TableScope("", "");

  public TableScope {
    if (schema.isEmpty() && !table.isEmpty()) {
      throw new IllegalArgumentException("a table needs its database: " + table);
    }
  }

  public boolean covers(TableId id) {
    return (schema.isEmpty() || schema.equals(id.schema()))
        && (table.isEmpty() || table.equals(id.table()));
  }
}
