package io.spillway.source;

import io.spillway.event.Event;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;

/**
 * A partition without resolved events that stops counting after silence, but not before its tail is
 * closed. (Flink's own idleness asks a generator no more once the partition is idle: with a shorter
 * timeout than that of the tail, the newest row would wait for ever.)
 */
final class IdleAfterTail implements WatermarkGenerator<Event> {
  private final ObservedWatermarks watermarks;
  private final long idleTimeoutNanos;
  private final RelativeClock clock;
  private boolean seenSinceCheck = true;
  private long silentSinceNanos;
  private boolean idle;

  IdleAfterTail(ObservedWatermarks watermarks, long idleTimeoutNanos, RelativeClock clock) {
    this.watermarks = watermarks;
    this.idleTimeoutNanos = idleTimeoutNanos;
    this.clock = clock;
  }

  @Override
  public void onEvent(Event event, long timestamp, WatermarkOutput output) {
    watermarks.onEvent(event, timestamp, output);
    seenSinceCheck = true;
    if (idle) {
      idle = false;
      output.markActive();
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    watermarks.onPeriodicEmit(output);
    long now = clock.relativeTimeNanos();
    if (seenSinceCheck) {
      seenSinceCheck = false;
      silentSinceNanos = now;
    }
    if (!idle && watermarks.isClosed() && now - silentSinceNanos >= idleTimeoutNanos) {
      idle = true;
      output.markIdle();
    }
  }
}
