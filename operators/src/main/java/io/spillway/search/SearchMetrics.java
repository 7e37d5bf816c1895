package io.spillway.search;

import io.spillway.search.bulk.Signals;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The sink's metrics: names and what they show. All are numbers since the start, or of now. */
final class SearchMetrics {
  static final String GROUP = "search";
  static final String MODE = "bulkMode";

  private SearchMetrics() {}

  static void register(MetricGroup parent, Supplier<WriterView> view) {
    MetricGroup group = parent.addGroup(GROUP);
    group.gauge(MODE, (Gauge<String>) () -> view.get().mode().name());
    number(group, "bulkBytes", view, v -> v.limits().bytes());
    number(group, "bulkIntervalMs", view, v -> v.limits().intervalMs());
    number(group, "bulkConcurrency", view, v -> v.limits().concurrency());
    signals(group, view);
    number(group, "bufferedBytes", view, WriterView::bufferedBytes);
    number(group, "requestsInFlight", view, WriterView::inFlight);
    number(group, "requests", view, v -> v.counts().requests);
    number(group, "requestsDivided", view, v -> v.counts().divided);
    number(group, "documentsStored", view, v -> v.counts().stored);
    number(group, "documentsAlreadyNewer", view, v -> v.counts().alreadyNewer);
    number(group, "documentsAlreadyGone", view, v -> v.counts().alreadyGone);
    number(group, "documentsDead", view, v -> v.counts().dead);
    number(group, "documentsHeld", view, v -> v.counts().held);
    number(group, "documentsRejected", view, v -> v.counts().rejected);
    number(group, "documentsCongested", view, v -> v.counts().congested);
    number(group, "documentsUnknown", view, v -> v.counts().unknown);
    number(group, "indicesWithShortDeletes", view, v -> v.counts().warnedIndices);
    number(group, "valuesNulled", view, WriterView::nulledValues);
  }

  /**
   * Signals A, B and C. Times in ms, rates in bytes a second but for the shares of the engine's
   * answers, over the controller's window; {@code lag_slope} is ms a second.
   */
  private static void signals(MetricGroup group, Supplier<WriterView> view) {
    number(group, "backlog_count", view, WriterView::backlog);
    share(group, "backlog_slope", view, s -> -s.flow().net());
    number(group, "lag_time", view, v -> v.signals().backlog().lagMs());
    share(group, "lag_slope", view, s -> s.backlog().lagTrend());
    share(group, "produce_rate", view, s -> s.flow().producedPerSecond());
    share(group, "consume_rate", view, s -> s.flow().consumedPerSecond());
    share(group, "net_rate", view, s -> s.flow().net());
    share(group, "es_reject_rate", view, s -> s.health().rejectRate());
    share(group, "es_error_rate", view, s -> s.health().errorRate());
    number(group, "es_bulk_latency_p95", view, v -> v.signals().health().latencyP95Ms());
  }

  private static void share(
      MetricGroup group, String name, Supplier<WriterView> view, ToDoubleFunction<Signals> value) {
    group.gauge(name, (Gauge<Double>) () -> value.applyAsDouble(view.get().signals()));
  }

  private static void number(
      MetricGroup group, String name, Supplier<WriterView> view, ToLongFunction<WriterView> value) {
    group.gauge(name, (Gauge<Long>) () -> value.applyAsLong(view.get()));
  }
}
