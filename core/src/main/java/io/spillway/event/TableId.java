package io.spillway.event;

import java.util.Comparator;

/**
 * A table's qualified name, exactly as the source spells it (case kept, nothing escaped).
 *
 * @param schema database name, never empty
 * @param table table name; empty for what concerns the whole database
 */
public record TableId(String schema, String table) implements Comparable<TableId> {
  private static final Comparator<TableId> ORDER =
      Comparator.comparing(TableId::schema).thenComparing(TableId::table);

  /** True for an identity that stands for a whole database. */
  public boolean isSchema() {
    return table.isEmpty();
  }

  /** The database of this table, as an identity of its own. */
  public TableId ofSchema() {
    return new TableId(schema, "");
  }

  @Override
  public int compareTo(TableId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return isSchema() ? schema : schema + "." + table;
  }
}
