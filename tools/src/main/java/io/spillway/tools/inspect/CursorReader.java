package io.spillway.tools.inspect;

import io.spillway.cursor.CursorFunction;
import io.spillway.cursor.CursorState;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/** Each cursor and its value; what had no ack has none. */
final class CursorReader extends KeyedStateReaderFunction<String, Tuple2<String, String>> {
  private static final long serialVersionUID = 1L;

  private transient ValueState<CursorState> state;

  @Override
  public void open(OpenContext context) {
    state = getRuntimeContext().getState(CursorFunction.STATE);
  }

  @Override
  public void readKey(String key, Context context, Collector<Tuple2<String, String>> out)
      throws Exception {
    CursorState cursor = state.value();
    if (cursor != null && cursor.value() != null) {
      out.collect(Tuple2.of(key, cursor.value()));
    }
  }
}
