package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.DispatcherId;
import io.spillway.event.Envelope;
import io.spillway.event.Header;
import io.spillway.event.Row;
import io.spillway.event.TableFilter;
import io.spillway.metrics.MetricNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;

/**
 * Decoded rows of one source's chosen tables as the sink takes them, with bytes of their own. Where
 * partitions of another source may have the same names, a header says which source it is, for a
 * dead letter.
 */
public final class SearchRows extends RichFlatMapFunction<Row, SearchElement> {
  private static final long serialVersionUID = 1;

  private final String source;
  private final TableFilter tables;
  private transient List<Header> own;
  private transient Counter filtered;
  private transient DispatcherId last;
  private transient boolean lastIsChosen;

  /**
   * @param source what the source reads, see {@link io.spillway.policy.DeadLetter.Original}; empty
   *     where its partitions' names are its own
   * @param tables null for all
   */
  public SearchRows(String source, TableFilter tables) {
    this.source = source;
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

  SearchRow of(Row row) {
    String partition = row.partition() == null ? "" : row.partition().label();
    byte[] bytes = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
    return new SearchRow(
        partition,
        row.sourceOffset(),
        row.dispatcher().key(),
        row.commitTs(),
        bytes,
        source.isEmpty() ? row.envelope() : said(row.envelope()));
  }

  private Envelope said(Envelope envelope) {
    if (own == null) {
      own = List.of(new Header(SearchDeadLetters.SOURCE, source.getBytes(UTF_8)));
    }
    List<Header> headers = own;
    if (!envelope.headers().isEmpty()) {
      headers = new ArrayList<>(envelope.headers());
      headers.addAll(own);
    }
    return new Envelope(envelope.key(), envelope.timestampMs(), headers);
  }
}
