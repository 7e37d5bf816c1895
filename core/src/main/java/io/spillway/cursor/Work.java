package io.spillway.cursor;

import io.spillway.event.Gap;
import io.spillway.plan.Balance;

/** What an event of a cursor follows from. */
public sealed interface Work {
  /** Whose commit it was; after a restore, the checkpoint that was restored. */
  long checkpointId();

  /** Nothing but the checkpoint. */
  record Reached(long checkpointId) implements Work {}

  /**
   * A file was written.
   *
   * @param file which
   */
  record Written(long checkpointId, FlushAck.File file) implements Work {}

  /**
   * All rows were counted.
   *
   * @param balance where they were
   */
  record Counted(long checkpointId, Balance balance) implements Work {}

  /**
   * Messages were missing.
   *
   * @param gap which
   */
  record Missed(long checkpointId, Gap gap) implements Work {}

  /**
   * The log was further than the state that was restored.
   *
   * @param log its newest event
   */
  record SetBack(long checkpointId, Logged log) implements Work {}

  /**
   * A bulk controller had another mode.
   *
   * @param steering which, since when and what
   */
  record Steered(long checkpointId, FlushAck.Steering steering) implements Work {}

  /**
   * An event that stands in the log already.
   *
   * @param seq its number
   * @param checkpointId its checkpoint
   * @param value its value; null for none
   */
  record Logged(long seq, long checkpointId, String value) {}
}
