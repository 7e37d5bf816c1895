package io.spillway.event;

/**
 * A DDL message as it came.
 *
 * @param partition source partition that delivered it
 * @param commitTs its commit timestamp; rows up to and including it precede the DDL
 * @param table what the message names; the table part is empty for database-level DDL
 * @param type the wire format's own name of the kind, as {@code ALTER}: a hint, the statement
 *     decides
 * @param query the statement's text
 */
public record SchemaChange(
    SourcePartition partition, long commitTs, TableId table, String type, String query)
    implements Event, Broadcast {}
