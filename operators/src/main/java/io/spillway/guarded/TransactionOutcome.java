package io.spillway.guarded;

import java.io.IOException;
import java.io.Serializable;

/** What has become of a commit that a committer says it can never do. */
public interface TransactionOutcome<C> extends Serializable {
  /**
   * Whether it was done before, by an earlier run whose checkpoint is carried out again.
   *
   * @throws IOException where that can't be told at the moment
   */
  boolean isCommitted(C committable) throws IOException, InterruptedException;

  /** Of a committer that finds out by itself. */
  static <C> TransactionOutcome<C> told() {
    return committable -> false;
  }
}
