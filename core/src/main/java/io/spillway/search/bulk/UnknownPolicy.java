package io.spillway.search.bulk;

import io.spillway.policy.JobMatrix;
import io.spillway.policy.MatrixRow;
import io.spillway.policy.Policy;
import java.io.Serializable;

/**
 * What to do with an answer that isn't known, as a status 500.
 *
 * @param action what happens after {@code attempts}
 * @param attempts how often the document is sent before that, 1 or more
 */
public record UnknownPolicy(Action action, int attempts) implements Serializable {
  public static final UnknownPolicy DEFAULT =
      new UnknownPolicy(Action.DEAD_LETTER, JobMatrix.UNKNOWN_ATTEMPTS);

  public UnknownPolicy {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be 1 or more: " + attempts);
    }
  }

  /** The same as a row of the policy matrix. */
  public MatrixRow row() {
    return JobMatrix.unknownAnswers(
        action == Action.RETRY ? Policy.UNLIMITED : attempts, action == Action.FAIL);
  }

  /** The end of an unknown answer. */
  public enum Action {
    /** Never give up: laxer than the matrix, so that a pipeline may not have it. */
    RETRY,
    /** Take the document out of the flow. */
    DEAD_LETTER,
    /** Fail the job. */
    FAIL
  }
}
