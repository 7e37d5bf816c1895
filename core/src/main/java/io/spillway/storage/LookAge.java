package io.spillway.storage;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * For how long an answer that a bucket is one's own is relied on, from the moment when it was asked
 * for. Two clocks have to agree: one of them may stand still while a machine does. Pure.
 *
 * @param goodForMs 0: each step has an answer that was asked for behind it
 * @param clock time of day
 * @param nanos a clock that is never set
 */
record LookAge(long goodForMs, Clock clock, LongSupplier nanos) {
  static final LookAge DEFAULT = new LookAge(500, Clock.systemUTC(), System::nanoTime);

  /** When something was asked for, by both clocks. */
  record Moment(long millis, long nanos) {
    boolean isNotAfter(Moment other) {
      return other != null && nanos - other.nanos <= 0;
    }
  }

  Moment now() {
    return new Moment(clock.millis(), nanos.getAsLong());
  }

  /**
   * @param asked null for never
   */
  boolean isGood(Moment asked, Moment now) {
    return goodForMs > 0 && isYounger(asked, now, goodForMs);
  }

  /** Whether the next answer should be asked for, though this one is still good. */
  boolean isAging(Moment asked, Moment now) {
    return !isYounger(asked, now, goodForMs / 8);
  }

  private static boolean isYounger(Moment asked, Moment now, long ms) {
    if (asked == null) {
      return false;
    }
    long byDay = now.millis - asked.millis;
    long steady = TimeUnit.NANOSECONDS.toMillis(now.nanos - asked.nanos);
    return byDay >= 0 && byDay < ms && steady >= 0 && steady < ms;
  }
}
