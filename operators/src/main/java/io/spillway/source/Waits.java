package io.spillway.source;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * How long a reader waits for a partition to speak.
 *
 * @param idleTimeoutMs silence after which a partition no longer holds progress; {@link #NEVER} for
 *     none
 * @param timer makes a future that is done after so many ms
 */
record Waits(long idleTimeoutMs, LongFunction<CompletableFuture<Void>> timer) {
  /** No silence makes a partition idle. */
  static final long NEVER = -1;

  static Waits of(long idleTimeoutMs) {
    return new Waits(
        idleTimeoutMs,
        ms -> new CompletableFuture<Void>().completeOnTimeout(null, ms, TimeUnit.MILLISECONDS));
  }

  boolean anyPartitionIdles() {
    return idleTimeoutMs >= 0;
  }
}
