package io.spillway.schema;

/**
 * A column as a statement defines it.
 *
 * @param column what a schema file shows of it
 * @param virtual computed when read: such a column is never in a row and never in a schema file,
 *     but other columns may be placed after it
 */
public record ColumnDefinition(Column column, boolean virtual) {}
