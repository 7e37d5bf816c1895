package io.spillway.event;

import java.util.List;

/**
 * A DDL message as it came.
 *
 * @param partition source partition that delivered it
 * @param commitTs its commit timestamp; rows up to and including it precede the DDL
 * @param table what the message names; the table part is empty for database-level DDL
 * @param type the wire format's own name of the kind, as {@code ALTER}: a hint, the statement
 *     decides
 * @param query the statement's text; empty where the source tells that columns have changed and not
 *     by which statement
 * @param columns those that the message itself says the table has now; none where it doesn't. Only
 *     the decoder and what reads it see them: they go on as {@link #shape()}
 */
public record SchemaChange(
    SourcePartition partition,
    long commitTs,
    TableId table,
    String type,
    String query,
    List<TableShape.Column> columns)
    implements Event, Broadcast {
  /**
   * Type of a statement in the SQL of another database than MySQL, whose columns have been told:
   * these are right, whatever its text would mean in MySQL's.
   */
  public static final String OTHER_SQL = "OTHER_SQL";

  public SchemaChange {
    columns = List.copyOf(columns);
  }

  /** One that says nothing of columns but what its text does. */
  public SchemaChange(
      SourcePartition partition, long commitTs, TableId table, String type, String query) {
    this(partition, commitTs, table, type, query, List.of());
  }

  /** What the first row behind it would show; no row has an earlier timestamp. */
  public TableShape shape() {
    return new TableShape(table, commitTs + 1, columns);
  }

  /** Whether the columns that were told stand above those that its text seems to have. */
  public boolean isOfOtherSql() {
    return type.equals(OTHER_SQL);
  }

  /** The same, where the message says which columns the table has now. */
  public SchemaChange with(List<TableShape.Column> told) {
    return new SchemaChange(partition, commitTs, table, type, query, told);
  }

  public SchemaChange withoutColumns() {
    return columns.isEmpty() ? this : new SchemaChange(partition, commitTs, table, type, query);
  }
}
