package io.spillway.event;

/**
 * What every spool subtask must know: DDLs, the columns that rows show, and how far the partitions
 * are.
 */
public sealed interface Broadcast permits SchemaChange, TableShape, PartitionProgress {}
