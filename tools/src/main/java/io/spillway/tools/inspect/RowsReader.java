package io.spillway.tools.inspect;

import io.spillway.event.RowBatch;
import io.spillway.spool.SpoolState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/** Every row of the spool, without its line end: dispatchers in no order, their rows in theirs. */
final class RowsReader extends KeyedStateReaderFunction<String, byte[]> {
  private static final long serialVersionUID = 1L;

  /** For a key without a result: Flink's reader takes a key that gives none for the last one. */
  static final byte[] NOTHING = {};

  private final String only;
  private transient MapState<Long, RowBatch> batches;

  /**
   * @param only the one dispatcher wanted, or null for all
   */
  RowsReader(String only) {
    this.only = only;
  }

  @Override
  public void open(OpenContext context) {
    batches = getRuntimeContext().getMapState(SpoolState.batches());
  }

  @Override
  public void readKey(String key, Context context, Collector<byte[]> out) throws Exception {
    if (only != null && !only.equals(key)) {
      out.collect(NOTHING);
      return;
    }
    // keys first: a dispatcher may hold more rows than fit into memory
    List<Long> numbers = new ArrayList<>();
    batches.keys().forEach(numbers::add);
    numbers.sort(null);
    for (long number : numbers) {
      RowBatch batch = batches.get(number);
      for (int row = 0; row < batch.size(); row++) {
        int end = batch.end(row);
        while (end > batch.start(row) && isLineEnd(batch.bytes()[end - 1])) {
          end--;
        }
        out.collect(Arrays.copyOfRange(batch.bytes(), batch.start(row), end));
      }
    }
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }
}
