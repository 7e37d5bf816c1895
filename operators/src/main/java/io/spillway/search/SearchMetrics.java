package io.spillway.search;

import java.util.function.Supplier;
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

  private static void number(
      MetricGroup group, String name, Supplier<WriterView> view, ToLongFunction<WriterView> value) {
    group.gauge(name, (Gauge<Long>) () -> value.applyAsLong(view.get()));
  }
}
