package io.spillway.job.inspect;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/** Each cursor and its value. */
final class CursorReader extends KeyedStateReaderFunction<String, Tuple2<String, Long>> {
  private static final long serialVersionUID = 1L;

  private transient ValueState<Long> value;

  @Override
  public void open(OpenContext context) {
    value =
        getRuntimeContext().getState(new ValueStateDescriptor<>("value", LongSerializer.INSTANCE));
  }

  @Override
  public void readKey(String key, Context context, Collector<Tuple2<String, Long>> out)
      throws Exception {
    out.collect(Tuple2.of(key, value.value()));
  }
}
