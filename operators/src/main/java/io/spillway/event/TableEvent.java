package io.spillway.event;

/** What every spool subtask must know of a table: its DDLs, and the columns that its rows show. */
public sealed interface TableEvent permits SchemaChange, TableShape {
  /** Event time: the DDL's commit timestamp, or that of the row that showed the shape. */
  long commitTs();
}
