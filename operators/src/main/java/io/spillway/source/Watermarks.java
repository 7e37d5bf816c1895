package io.spillway.source;

import io.spillway.event.Event;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

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

  /** Pauses partitions that are further ahead of the slowest than {@code drift}. */
  public static WatermarkStrategy<Event> aligned(
      WatermarkStrategy<Event> strategy, String group, Duration drift) {
    return strategy.withWatermarkAlignment(
        group, Duration.ofMillis(drift.toMillis() << LOGICAL_BITS), ALIGNMENT_UPDATE);
  }
}
