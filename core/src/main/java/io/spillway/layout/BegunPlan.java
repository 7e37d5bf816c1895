package io.spillway.layout;

import java.util.Optional;

/**
 * A plan of which anything may stand in the bucket.
 *
 * @param job id of the job that has made it
 * @param checkpointId of the checkpoint that it was made for
 */
public record BegunPlan(String job, long checkpointId) {
  /** The job's id, a slash, the checkpoint's. */
  @Override
  public String toString() {
    return job + "/" + checkpointId;
  }

  /** Reads what {@link #toString} writes; empty for null or empty text. */
  public static Optional<BegunPlan> parse(String text) {
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    int slash = text.lastIndexOf('/');
    return Optional.of(
        new BegunPlan(text.substring(0, slash), Long.parseLong(text.substring(slash + 1))));
  }
}
