package io.spillway.cursor;

import io.spillway.metrics.MetricNames;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts the steps of all cursors of a subtask. */
final class CursorMetrics {
  private final Map<CursorReason, Counter> events = new EnumMap<>(CursorReason.class);
  private final Counter advances;

  CursorMetrics(MetricGroup parent) {
    MetricGroup group = parent.addGroup(MetricNames.GROUP);
    advances = group.counter(MetricNames.CURSOR_ADVANCES);
    for (CursorReason reason : CursorReason.values()) {
      events.put(
          reason, group.addGroup("reason", reason.word()).counter(MetricNames.CURSOR_EVENTS));
    }
  }

  /** Counts a step; gives it back. */
  CursorStep counted(CursorStep step) {
    events.get(step.reason()).inc();
    if (step.reason() == CursorReason.ADVANCED) {
      advances.inc();
    }
    return step;
  }
}
