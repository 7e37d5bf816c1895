package io.spillway.event;

/**
 * What spool subtasks must know: DDLs, the columns that rows show, how far the partitions are, and
 * how much was read.
 */
public sealed interface Broadcast permits SchemaChange, TableShape, PartitionProgress, ReadCounts {}
