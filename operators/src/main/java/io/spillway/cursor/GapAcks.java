package io.spillway.cursor;

import io.spillway.event.Event;
import io.spillway.event.Gap;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Tells the cursor of a sink what its source no longer had. */
public final class GapAcks implements FlatMapFunction<Event, FlushAck> {
  private static final long serialVersionUID = 1L;

  private final CursorKey cursor;

  public GapAcks(Namespace namespace, String sink) {
    this.cursor = CursorKey.global(namespace, sink);
  }

  @Override
  public void flatMap(Event event, Collector<FlushAck> out) {
    if (event instanceof Gap gap) {
      out.collect(new FlushAck.Missing(cursor, gap));
    }
  }
}
