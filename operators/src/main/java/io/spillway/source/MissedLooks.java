package io.spillway.source;

import java.time.Instant;
import java.util.Optional;

/**
 * The looks for new partitions that have failed in a row since brokers are away: from when on one
 * may fail, when the next is due, and what people are told, at once and then every minute. Pure;
 * changed by one thread, read by others.
 */
final class MissedLooks {
  static final long REPEAT_MS = 60_000;

  private static final long NEVER = Long.MIN_VALUE;

  private final String input;
  private boolean begun;
  private int count;
  private long reportedMs;
  private volatile long sinceMs = NEVER;
  private volatile long dueMs = NEVER;

  /**
   * @param input what is looked at and where, for people: {@code topic shop at localhost:9092}
   */
  MissedLooks(String input) {
    this.input = input;
  }

  /**
   * Whether a look has succeeded. The first one finds what there is to read at all: a job without
   * it has nothing to wait with.
   */
  boolean hasBegun() {
    return begun;
  }

  /** Failed looks in a row. */
  int count() {
    return count;
  }

  boolean isDue(long nowMs) {
    return nowMs >= dueMs;
  }

  /** Since the first failed look in a row began, in ms; 0 where the newest look has succeeded. */
  long awayMs(long nowMs) {
    long since = sinceMs;
    return since == NEVER ? 0 : Math.max(0, nowMs - since);
  }

  /**
   * A look has failed and is waited for.
   *
   * @param why it has failed
   * @param beganMs when it began
   * @param delayMs before the next
   * @return what people have to be told now
   */
  Optional<String> missed(String why, long beganMs, long nowMs, long delayMs) {
    boolean first = count == 0;
    count++;
    if (first) {
      sinceMs = beganMs;
    }
    dueMs = nowMs + delayMs;
    if (!first && nowMs - reportedMs < REPEAT_MS) {
      return Optional.empty();
    }
    reportedMs = nowMs;
    return Optional.of(
        ("Kafka has answered no look for new partitions of %s since %s, %,d so far: %s. The job waits"
                + " without a restart, and reads on as soon as the brokers answer: see that they run,"
                + " and that JobManager and TaskManagers reach them")
            .formatted(input, Instant.ofEpochMilli(sinceMs), count, why));
  }

  /**
   * A look has succeeded.
   *
   * @return that the outage is over, where there was one
   */
  Optional<String> found() {
    begun = true;
    if (count == 0) {
      return Optional.empty();
    }
    String line =
        "Kafka answers again: failed looks for new partitions of %s since %s: %,d"
            .formatted(input, Instant.ofEpochMilli(sinceMs), count);
    count = 0;
    sinceMs = NEVER;
    dueMs = NEVER;
    return Optional.of(line);
  }
}
