package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.Opened;
import io.spillway.event.Resolved;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** The watermark of a partition is its last resolved event. */
final class ResolvedWatermarks implements WatermarkGenerator<Event> {
  private long resolved = Long.MIN_VALUE;
  private long emitted = Long.MIN_VALUE;

  @Override
  public void onEvent(Event event, long timestamp, WatermarkOutput output) {
    if (event instanceof Resolved r) {
      resolved = Math.max(resolved, r.commitTs());
    } else if (event instanceof Opened opened) {
      // a partition that has nothing new after a restart must not hold those that have
      resolved = Math.max(resolved, opened.resolved());
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    if (resolved > emitted) {
      emitted = resolved;
      output.emitWatermark(new Watermark(resolved));
    }
  }
}
