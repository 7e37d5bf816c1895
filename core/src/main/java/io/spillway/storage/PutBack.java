package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import java.util.Optional;

/**
 * Whether somebody has put an older copy of a bucket in its place, while a state takes for
 * delivered what the newer one had. Neither the bucket's {@code checkpoint-ts} nor the number of
 * its last plan goes back by itself; a single late step of a process that was paused may set back
 * one of the two, never both. Pure.
 */
public final class PutBack {
  private PutBack() {}

  /**
   * @param next of the first plan that waits, or would
   * @param checkpointTs the one in the bucket; {@link Long#MIN_VALUE} where it has none that can be
   *     read
   * @param begun the newest plan in the bucket; empty where it has none that can be read
   * @return what has happened, to be read behind the bucket's name; empty for nothing
   */
  public static Optional<String> why(PlanOrigin next, long checkpointTs, Optional<LastPlan> begun) {
    boolean isKnown = checkpointTs != Long.MIN_VALUE && begun.isPresent();
    if (!isKnown || checkpointTs >= next.claimed() || begun.get().number() >= next.noted()) {
      return Optional.empty();
    }
    return Optional.of(
        (" is an older copy of itself: its checkpoint-ts is %d and its last plan number %d, but"
                + " plans of this state have brought them to %d and %d. What was delivered in"
                + " between is missing, and would not be delivered again")
            .formatted(checkpointTs, begun.get().number(), next.claimed(), next.noted()));
  }
}
