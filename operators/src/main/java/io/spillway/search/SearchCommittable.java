package io.spillway.search;

import java.util.List;

/**
 * What one writer has to say at a barrier.
 *
 * @param progress every change of this writer's input up to this commit timestamp is stored or dead
 * @param finished documents stored, or found stored already, since the last barrier
 * @param dead what has died since the last barrier
 */
public record SearchCommittable(long progress, long finished, List<DeadDocument> dead) {
  public SearchCommittable {
    dead = List.copyOf(dead);
  }
}
