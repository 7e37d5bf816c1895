package io.spillway.job.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what other threads and processes do, up to a limit. */
public final class Eventually {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Eventually() {}

  /**
   * Waits until the condition holds.
   *
   * @param state what the error says where it never does
   */
  public static void holds(Duration limit, Callable<Boolean> condition, Supplier<String> state)
      throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + limit.toSeconds() + " s: " + state.get());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** For what must not happen: true as soon as the condition holds, false when time is up. */
  public static boolean within(Duration limit, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() < deadline) {
      if (condition.call()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }
}
