package io.spillway.search;

import java.util.List;

/**
 * What one writer has to say at a barrier.
 *
 * @param progress every change of this writer's input up to this commit timestamp is stored or
 *     dead; {@link #ALL} once its input has ended and all of it is
 * @param newest largest commit timestamp that this writer has seen since its start, of a row or of
 *     a watermark; Long.MIN_VALUE for none
 * @param finished documents stored, or found stored already, since the last barrier
 * @param dead what has died since the last barrier
 * @param modes that the writer's bulk controller has had since the last barrier, each from its time
 *     on; the one before goes on until the first
 */
public record SearchCommittable(
    long progress, long newest, long finished, List<DeadDocument> dead, List<ModeChange> modes) {
  /** Progress at the end of the input. */
  public static final long ALL = Long.MAX_VALUE;

  public SearchCommittable {
    dead = List.copyOf(dead);
    modes = List.copyOf(modes);
  }

  /** Of a writer whose controller's mode has stayed. */
  public SearchCommittable(long progress, long newest, long finished, List<DeadDocument> dead) {
    this(progress, newest, finished, dead, List.of());
  }
}
