package io.spillway.event;

/**
 * A well-formed message that carries nothing to deliver; it is counted by reason.
 *
 * @param reason stable lower-case words, as {@code tombstone} or {@code bootstrap}
 * @param shape the columns that it shows, where they differ from those of its table's row before
 *     it; else null
 */
public record Skipped(SourcePartition partition, String reason, TableShape shape) implements Event {
  /** One that shows no columns. */
  public Skipped(SourcePartition partition, String reason) {
    this(partition, reason, null);
  }
}
