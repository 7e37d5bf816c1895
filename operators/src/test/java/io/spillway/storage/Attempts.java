package io.spillway.storage;

import java.util.concurrent.atomic.AtomicInteger;

/** Committers of one job, each later than those before. */
final class Attempts {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private Attempts() {}

  /** The next one. */
  static CommitterAttempt restoredFrom(long checkpoint) {
    return new CommitterAttempt("job-1", "execution-1", NUMBER.getAndIncrement(), checkpoint);
  }
}
