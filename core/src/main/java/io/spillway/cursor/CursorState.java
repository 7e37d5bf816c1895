package io.spillway.cursor;

/**
 * A cursor as it is kept: its value, and how many events have told of it. Immutable; what happens
 * gives a {@link CursorStep}, and the step gives the next state. So whoever has the steps has the
 * states.
 *
 * @param kind what the value is
 * @param value point up to which work is done; null for none yet
 * @param seq number of the newest event; 0 for none yet
 * @param checkpointId newest checkpoint whose work was acknowledged; 0 for none yet
 */
public record CursorState(CursorKind kind, String value, long seq, long checkpointId) {

  /** A cursor that nothing is known of. */
  public static CursorState none(CursorKind kind) {
    return new CursorState(kind, null, 0, 0);
  }

  /**
   * Work up to {@code candidate} is done for good. Moves forward or stays.
   *
   * @param checkpointId whose work it was; tokens are told apart by nothing else
   */
  public CursorStep acknowledge(String candidate, long checkpointId) {
    if (candidate == null) {
      throw new IllegalArgumentException("an ack without a candidate");
    }
    boolean forward = value == null || isBeyond(candidate, checkpointId);
    return new CursorStep(
        seq + 1,
        forward ? CursorReason.ADVANCED : CursorReason.NO_FORWARD,
        kind,
        value,
        candidate,
        forward ? candidate : value);
  }

  private boolean isBeyond(String candidate, long checkpointId) {
    if (kind == CursorKind.TOKEN) {
      return checkpointId >= this.checkpointId && !candidate.equals(value);
    }
    return kind.compare(candidate, value) > 0;
  }

  /** An event that leaves the value as it is. */
  public CursorStep mark(CursorReason reason) {
    return new CursorStep(seq + 1, reason, kind, value, null, value);
  }

  /** The state behind a step of this one. */
  public CursorState after(CursorStep step, long checkpointId) {
    return new CursorState(
        kind, step.value(), step.seq(), Math.max(this.checkpointId, checkpointId));
  }
}
