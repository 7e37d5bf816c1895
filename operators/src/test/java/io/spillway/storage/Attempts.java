package io.spillway.storage;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.SimpleCounter;

/** Committers of one job, each later than those before. */
final class Attempts {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** Each step with a look at the fence of its own, nothing that waits, and no looks by a timer. */
  static final PlanRun.Pace EVERY_STEP = pace(0, 0, System::nanoTime);

  private Attempts() {}

  /**
   * @param nanos a steady clock; the time of day goes on as it does
   */
  static PlanRun.Pace pace(long followNanos, long goodForMs, LongSupplier nanos) {
    return new PlanRun.Pace(
        followNanos, new LookAge(goodForMs, Clock.systemUTC(), nanos), List.of());
  }

  /** Carries out plans, {@link #EVERY_STEP}. */
  static PlanRun run(StorageSettings settings, CommitterAttempt by) throws IOException {
    return new PlanRun(settings, by, new SimpleCounter(), EVERY_STEP);
  }

  /** The next one. */
  static CommitterAttempt restoredFrom(long checkpoint) {
    return new CommitterAttempt("job-1", "execution-1", NUMBER.getAndIncrement(), checkpoint);
  }
}
