package io.spillway.tools.inspect;

import io.spillway.event.RowBatch;
import io.spillway.layout.FileNumbers;
import io.spillway.spool.SpoolState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/** One {@link DispatcherContent} a dispatcher. */
final class ContentReader extends KeyedStateReaderFunction<String, DispatcherContent> {
  private static final long serialVersionUID = 1L;

  private final String only;
  private transient MapState<Long, RowBatch> batches;
  private transient ValueState<FileNumbers.Ledger> numbers;

  /**
   * @param only the one dispatcher wanted, or null for all
   */
  ContentReader(String only) {
    this.only = only;
  }

  @Override
  public void open(OpenContext context) {
    batches = getRuntimeContext().getMapState(SpoolState.batches());
    numbers = getRuntimeContext().getState(SpoolState.fileNumbers());
  }

  @Override
  public void readKey(String key, Context context, Collector<DispatcherContent> out)
      throws Exception {
    DispatcherContent content = new DispatcherContent();
    if (only != null && !only.equals(key)) {
      // Flink's reader takes a key that gives nothing for the last one
      out.collect(content);
      return;
    }
    content.dispatcher = key;
    for (Map.Entry<Long, RowBatch> entry : batches.entries()) {
      content.add(entry.getValue());
    }
    FileNumbers.Ledger ledger = numbers.value();
    if (ledger != null) {
      List<FileNumbers.Directory> used = ledger.directories();
      content.versions =
          used.stream().mapToLong(d -> d.dir().version()).sorted().distinct().toArray();
      content.lastFile =
          used.stream()
              .max(
                  Comparator.<FileNumbers.Directory>comparingLong(d -> d.dir().version())
                      .thenComparing(d -> d.dir().date()))
              .map(FileNumbers.Directory::lastNumber)
              .orElse(0L);
    }
    out.collect(content);
  }
}
