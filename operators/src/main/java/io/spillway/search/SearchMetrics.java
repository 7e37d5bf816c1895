package io.spillway.search;

import io.spillway.metrics.MetricNames;
import io.spillway.search.SearchTask.Overflow;
import io.spillway.search.bulk.Signals;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The sink's metrics: what they show. All are numbers since the start, or of now. */
final class SearchMetrics {
  private static final String OUTCOME = "outcome";

  private final MetricGroup group;
  private final Supplier<WriterView> view;

  private SearchMetrics(MetricGroup group, Supplier<WriterView> view) {
    this.group = group;
    this.view = view;
  }

  static void register(MetricGroup parent, Supplier<WriterView> view, Overflow overflow) {
    SearchMetrics metrics = new SearchMetrics(parent.addGroup(MetricNames.GROUP), view);
    metrics.controller();
    metrics.items();
    metrics.signals();
    metrics.spool(overflow);
  }

  private void controller() {
    // a number, since no reporter takes a word
    number(MetricNames.BULK_MODE, v -> v.mode().ordinal());
    number(MetricNames.BULK_SIZE_BYTES, v -> v.limits().bytes());
    number(MetricNames.BULK_FLUSH_INTERVAL_MS, v -> v.limits().intervalMs());
    number(MetricNames.BULK_CONCURRENCY, v -> v.limits().concurrency());
    number(MetricNames.BULK_BUFFERED_BYTES, WriterView::bufferedBytes);
    number(MetricNames.BULK_IN_FLIGHT, WriterView::inFlight);
    number(MetricNames.SEARCH_PAUSED, v -> v.paused().whole() ? 1 : 0);
    number(MetricNames.SEARCH_PAUSED_DOCUMENTS, v -> v.paused().documents());
    number(MetricNames.BULK_REQUESTS, v -> v.counts().requests);
    number(MetricNames.BULK_REQUESTS_DIVIDED, v -> v.counts().divided);
  }

  private void spool(Overflow overflow) {
    SearchSpool spool = overflow.spool();
    number(MetricNames.SEARCH_SPOOL_BYTES, v -> spool == null ? 0 : spool.bytes());
    number(MetricNames.SEARCH_SPOOL_ROWS, v -> spool == null ? 0 : spool.rows());
    group.gauge(
        MetricNames.SEARCH_SPOOL_FILL,
        (Gauge<Double>) () -> spool == null ? 0 : (double) spool.bytes() / overflow.quota());
    number(MetricNames.SEARCH_ENGINE_AWAY_MS, WriterView::awayMs);
  }

  private void items() {
    total(group, MetricNames.SEARCH_DOCUMENTS, v -> v.counts().taken);
    total(group, MetricNames.SEARCH_GIVEN_UP, v -> v.counts().givenUp);
    outcome("stored", v -> v.counts().stored);
    outcome("already_newer", v -> v.counts().alreadyNewer);
    outcome("known", v -> v.counts().known);
    outcome("already_gone", v -> v.counts().alreadyGone);
    outcome("dead", v -> v.counts().dead);
    outcome("rejected", v -> v.counts().rejected);
    outcome("congested", v -> v.counts().congested);
    outcome("unknown", v -> v.counts().unknown);
    number(MetricNames.BULK_ITEMS_HELD, WriterView::held);
    number(MetricNames.BULK_SHORT_DELETES, v -> v.counts().warnedIndices);
    total(group, MetricNames.SEARCH_SKIPPED, WriterView::skippedRows);
    total(group, MetricNames.SEARCH_REPLACED, WriterView::replacedTexts);
    number(MetricNames.SEARCH_AHEAD, WriterView::indicesAhead);
    number(MetricNames.BULK_VALUES_NULLED, WriterView::nulledValues);
  }

  /**
   * Signals A, B and C. Times in ms, rates in bytes a second but for the shares of the engine's
   * answers, over the controller's window.
   */
  private void signals() {
    number(MetricNames.BACKLOG_COUNT, WriterView::backlog);
    share(MetricNames.BACKLOG_SLOPE, s -> -s.flow().net());
    number(MetricNames.LAG_TIME, v -> v.signals().backlog().lagMs());
    share(MetricNames.LAG_SLOPE, s -> s.backlog().lagTrend());
    share(MetricNames.PRODUCE_RATE, s -> s.flow().producedPerSecond());
    share(MetricNames.CONSUME_RATE, s -> s.flow().consumedPerSecond());
    share(MetricNames.NET_RATE, s -> s.flow().net());
    share(MetricNames.ES_REJECT_RATE, s -> s.health().rejectRate());
    share(MetricNames.ES_ERROR_RATE, s -> s.health().errorRate());
    number(MetricNames.ES_BULK_LATENCY_P95, v -> v.signals().health().latencyP95Ms());
  }

  private void share(String name, ToDoubleFunction<Signals> value) {
    group.gauge(name, (Gauge<Double>) () -> value.applyAsDouble(view.get().signals()));
  }

  /** A counter whose value stands elsewhere. */
  private record Total(LongSupplier value) implements Counter {
    @Override
    public long getCount() {
      return value.getAsLong();
    }

    @Override
    public void inc() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void inc(long n) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void dec() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void dec(long n) {
      throw new UnsupportedOperationException();
    }
  }

  private void total(MetricGroup in, String name, ToLongFunction<WriterView> value) {
    in.counter(name, new Total(() -> value.applyAsLong(view.get())));
  }

  private void number(String name, ToLongFunction<WriterView> value) {
    group.gauge(name, (Gauge<Long>) () -> value.applyAsLong(view.get()));
  }

  private void outcome(String word, ToLongFunction<WriterView> value) {
    total(group.addGroup(OUTCOME, word), MetricNames.BULK_ITEMS, value);
  }
}
