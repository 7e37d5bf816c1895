package io.spillway.search.bulk;

import java.io.Serializable;

/**
 * What to do with an answer that isn't known, as a status 500.
 *
 * @param action what happens after {@code attempts}
 * @param attempts how often the document is sent before that, 1 or more
 */
public record UnknownPolicy(Action action, int attempts) implements Serializable {
  /** Ten attempts with backoff are minutes, longer than a rolling restart; then a person looks. */
  public static final UnknownPolicy DEFAULT = new UnknownPolicy(Action.DEAD_LETTER, 10);

  public UnknownPolicy {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be 1 or more: " + attempts);
    }
  }

  /** The end of an unknown answer. */
  public enum Action {
    /** Never give up. */
    RETRY,
    /** Take the document out of the flow. */
    DEAD_LETTER,
    /** Fail the job. */
    FAIL
  }
}
