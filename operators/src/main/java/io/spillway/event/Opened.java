package io.spillway.event;

/** A reader has begun to read this partition; says nothing of its content. */
public record Opened(SourcePartition partition) implements Event {}
