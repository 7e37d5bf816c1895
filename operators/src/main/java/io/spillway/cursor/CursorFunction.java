package io.spillway.cursor;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Holds the current value of each cursor and writes an event for each ack. Keyed by cursor. */
public final class CursorFunction extends KeyedProcessFunction<String, FlushAck, CursorEvent> {
  private static final long serialVersionUID = 1L;

  private final String pipeline;
  private transient ValueState<Long> value;

  public CursorFunction(String pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public void open(OpenContext context) {
    value =
        getRuntimeContext().getState(new ValueStateDescriptor<>("value", LongSerializer.INSTANCE));
  }

  @Override
  public void processElement(FlushAck ack, Context context, Collector<CursorEvent> out)
      throws Exception {
    Long known = value.value();
    long previous = known == null ? Long.MIN_VALUE : known;
    long now = context.timerService().currentProcessingTime();
    CursorEvent event = CursorEvent.after(pipeline, previous, ack, now);
    out.collect(event);
    if (event.value() > previous) {
      value.update(event.value());
    }
  }
}
