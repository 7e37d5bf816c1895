package io.spillway.event;

/**
 * A well-formed message that carries nothing to deliver; it is counted by reason.
 *
 * @param reason stable lower-case words, as {@code tombstone} or {@code bootstrap}
 */
public record Skipped(SourcePartition partition, String reason) implements Event {}
