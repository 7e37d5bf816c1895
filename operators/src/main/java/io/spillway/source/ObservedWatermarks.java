package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;

/**
 * The watermark of a partition without resolved events: just below the highest commit timestamp
 * seen, since more rows of the same transaction may follow; the highest itself once the partition
 * has been silent for the tail timeout.
 */
final class ObservedWatermarks implements WatermarkGenerator<Event> {
  private final long tailTimeoutNanos;
  private final RelativeClock clock;
  private long highest = Long.MIN_VALUE;
  private long emitted = Long.MIN_VALUE;
  private long lastSeenNanos;
  private boolean seenSinceEmit;

  ObservedWatermarks(long tailTimeoutNanos, RelativeClock clock) {
    this.tailTimeoutNanos = tailTimeoutNanos;
    this.clock = clock;
  }

  @Override
  public void onEvent(Event event, long timestamp, WatermarkOutput output) {
    if (event instanceof Row row) {
      highest = Math.max(highest, row.commitTs());
      seenSinceEmit = true;
    } else if (event instanceof SchemaChange ddl) {
      highest = Math.max(highest, ddl.commitTs());
      seenSinceEmit = true;
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    if (highest == Long.MIN_VALUE) {
      return;
    }
    long now = clock.relativeTimeNanos();
    if (seenSinceEmit) {
      seenSinceEmit = false;
      lastSeenNanos = now;
    }
    long candidate = now - lastSeenNanos >= tailTimeoutNanos ? highest : highest - 1;
    if (candidate > emitted) {
      emitted = candidate;
      output.emitWatermark(new Watermark(candidate));
    }
  }

  /** Whether nothing that has been seen is still held back. */
  boolean isClosed() {
    return emitted == highest;
  }
}
