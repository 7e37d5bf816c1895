package io.spillway.source;

import io.spillway.event.Event;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.util.clock.RelativeClock;

/** How a source's partitions tell how far they are complete. Event time is the commit timestamp. */
public final class Watermarks {
  /** Flink's alignment works on event time as it stands: ms of drift become commit timestamps. */
  private static final int LOGICAL_BITS = 18;

  private static final Duration ALIGNMENT_UPDATE = Duration.ofMillis(200);

  private Watermarks() {}

  /** By the stream's own resolved events. */
  public static WatermarkStrategy<Event> resolved() {
    return WatermarkStrategy.forGenerator(context -> new ResolvedWatermarks());
  }

  /**
   * By the rows seen.
   *
   * @param tailTimeout silence after which the newest row counts as complete too
   */
  public static WatermarkStrategy<Event> observed(Duration tailTimeout) {
    long nanos = tailTimeout.toNanos();
    return WatermarkStrategy.forGenerator(
        context -> new ObservedWatermarks(nanos, context.getInputActivityClock()));
  }

  /**
   * By the rows seen, as long as there are any.
   *
   * @param idleTimeout silence after which a partition no longer holds the others; not before its
   *     tail is closed
   */
  public static WatermarkStrategy<Event> observed(Duration tailTimeout, Duration idleTimeout) {
    long tailNanos = tailTimeout.toNanos();
    long idleNanos = idleTimeout.toNanos();
    return WatermarkStrategy.forGenerator(
        context -> {
          RelativeClock clock = context.getInputActivityClock();
          return new IdleAfterTail(new ObservedWatermarks(tailNanos, clock), idleNanos, clock);
        });
  }

  /** Pauses partitions that are further ahead of the slowest than {@code drift}. */
  public static WatermarkStrategy<Event> aligned(
      WatermarkStrategy<Event> strategy, String group, Duration drift) {
    return strategy.withWatermarkAlignment(
        group, Duration.ofMillis(drift.toMillis() << LOGICAL_BITS), ALIGNMENT_UPDATE);
  }
}
