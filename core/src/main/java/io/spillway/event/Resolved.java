package io.spillway.event;

/**
 * Every change of this partition with a commit timestamp up to {@code commitTs} has been delivered.
 */
public record Resolved(SourcePartition partition, long commitTs) implements Event {}
