package io.spillway.decode;

import io.spillway.event.CommitTs;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The commit timestamps of a source's messages, and which it may bring: none further ahead of this
 * machine's clock than a limit. Progress that has once been carried into a time to come can't be
 * taken back, and every row of today would be behind it.
 */
public final class CommitTimes {
  /** For streams that are made up: any timestamp is taken. */
  public static final CommitTimes ANY =
      new CommitTimes(() -> 0, Long.MAX_VALUE, CoarseTimes.AS_GIVEN);

  private final LongSupplier clock;
  private final long maxAheadMillis;
  private final CoarseTimes coarse;

  private CommitTimes(LongSupplier clock, long maxAheadMillis, CoarseTimes coarse) {
    this.clock = clock;
    this.maxAheadMillis = maxAheadMillis;
    this.coarse = coarse;
  }

  /**
   * @param clock this machine's, in ms since 1970
   * @param maxAhead how far ahead of it a timestamp may be
   */
  public static CommitTimes within(Duration maxAhead, LongSupplier clock) {
    return new CommitTimes(clock, maxAhead.toMillis(), CoarseTimes.AS_GIVEN);
  }

  /** The same, with times that are no commit timestamps made into some. */
  public CommitTimes with(CoarseTimes times) {
    return new CommitTimes(clock, maxAheadMillis, times);
  }

  CoarseTimes coarse() {
    return coarse;
  }

  /** Whether the timestamp, 0..2^63-1, is further ahead than it may be. */
  boolean isAhead(long commitTs) {
    return maxAheadMillis != Long.MAX_VALUE
        && CommitTs.millis(commitTs) - maxAheadMillis > clock.getAsLong();
  }

  /** Why a timestamp that is ahead is refused. */
  String refusal(long commitTs) {
    return "is "
        + Instant.ofEpochMilli(CommitTs.millis(commitTs))
        + ", further ahead of this machine's clock ("
        + Instant.ofEpochMilli(clock.getAsLong())
        + ") than max-ahead of the source allows, "
        + Duration.ofMillis(maxAheadMillis).toString().substring(2).toLowerCase(Locale.ROOT)
        + ": check the clocks of the upstream and of this machine; a stream that is made up needs"
        + " max-ahead: none";
  }
}
