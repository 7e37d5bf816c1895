package io.spillway.decode;

import io.spillway.metrics.MetricNames;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts skipped messages by why they are, from the first of each reason on. */
final class SkipCounters {
  /** A row that storage has had before goes to the search sink only. */
  static final String SEARCH_ONLY = "search_only";

  /** Types of messages are reasons; a stream that makes up types must not make up metrics. */
  private static final int MOST_REASONS = 20;

  private static final String OTHER = "other";

  private final MetricGroup group;
  private final Map<String, Counter> counters = new HashMap<>();

  SkipCounters(MetricGroup group) {
    this.group = group;
  }

  void count(String reason) {
    Counter known = counters.get(reason);
    if (known == null) {
      String shown = counters.size() < MOST_REASONS ? reason : OTHER;
      known =
          counters.computeIfAbsent(
              shown, word -> group.addGroup("reason", word).counter(MetricNames.SKIPPED));
    }
    known.inc();
  }
}
