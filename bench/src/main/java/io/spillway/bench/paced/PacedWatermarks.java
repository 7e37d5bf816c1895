package io.spillway.bench.paced;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Row;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * What the job's own readers say: all is there below the newest row, and behind the last one the
 * end of the input. Flink's end of time alone would mean that the source was stopped in mid-stream.
 */
final class PacedWatermarks implements WatermarkGenerator<Event> {
  private final long last;
  private long newest = Long.MIN_VALUE;

  /**
   * @param last number of the last row, from 0
   */
  PacedWatermarks(long last) {
    this.last = last;
  }

  @Override
  public void onEvent(Event event, long timestamp, WatermarkOutput output) {
    newest = Math.max(newest, timestamp);
    if (PacedRows.numberOf((Row) event) == last) {
      output.emitWatermark(new Watermark(CommitTs.END_OF_INPUT));
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    if (newest > Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(newest - 1));
    }
  }
}
