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
 */
public record SearchCommittable(
    long progress, long newest, long finished, List<DeadDocument> dead) {
  /** Progress at the end of the input. */
  public static final long ALL = Long.MAX_VALUE;

  public SearchCommittable {
    dead = List.copyOf(dead);
  }
}
