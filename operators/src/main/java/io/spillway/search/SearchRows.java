package io.spillway.search;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.TableFilter;
import io.spillway.metrics.MetricNames;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;

/** Decoded rows of chosen tables as the sink takes them, with bytes of their own. */
public final class SearchRows extends RichFlatMapFunction<Row, SearchElement> {
  private static final long serialVersionUID = 1;
  private final TableFilter tables;
  private transient Counter filtered;
  private transient DispatcherId last;
  private transient boolean lastIsChosen;

  /**
   * @param tables null for all
   */
  public SearchRows(TableFilter tables) {
    this.tables = tables;
  }

  @Override
  public void open(OpenContext context) {
    filtered =
        getRuntimeContext()
            .getMetricGroup()
            .addGroup(MetricNames.GROUP)
            .counter(MetricNames.SEARCH_FILTERED);
  }

  @Override
  public void flatMap(Row row, Collector<SearchElement> out) {
    if (tables == null || isChosen(row.dispatcher())) {
      out.collect(of(row));
    } else {
      filtered.inc();
    }
  }

  private boolean isChosen(DispatcherId dispatcher) {
    if (!dispatcher.equals(last)) {
      last = dispatcher;
      lastIsChosen = tables.chooses(dispatcher.table());
    }
    return lastIsChosen;
  }

  static SearchRow of(Row row) {
    String partition = row.partition() == null ? "" : row.partition().label();
    byte[] bytes = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
    return new SearchRow(
        partition,
        row.sourceOffset(),
        row.dispatcher().key(),
        row.commitTs(),
        bytes,
        row.envelope());
  }
}
