package io.spillway.event;

/**
 * What spool subtasks must know: DDLs, the columns that rows show, how far the partitions are, how
 * much was read, and the settings that count.
 */
public sealed interface Broadcast
    permits SchemaChange, TableShape, PartitionProgress, ReadCounts, ControlChange {}
