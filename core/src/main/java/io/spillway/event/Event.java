package io.spillway.event;

/** What one source message means. */
public sealed interface Event permits Row, SchemaChange, Resolved, Skipped, Poison, Opened, Gap {
  /** Where the message came from. */
  SourcePartition partition();
}
