package io.spillway.storage;

import io.spillway.metrics.MetricNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Reads {@code storage_away_ms} as each try fails, after its clock has gone on by a minute. */
final class StorageAwayGroup extends UnregisteredMetricsGroup {
  private final AtomicLong clockMs = new AtomicLong(7);
  private final List<Object> atRetries = new ArrayList<>();
  private Gauge<?> away;

  long nowMs() {
    return clockMs.get();
  }

  Object away() {
    return away.getValue();
  }

  List<Object> atRetries() {
    return atRetries;
  }

  @Override
  public MetricGroup addGroup(String name) {
    return name.equals(MetricNames.GROUP) ? this : super.addGroup(name);
  }

  @Override
  public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
    if (name.equals(MetricNames.STORAGE_AWAY_MS)) {
      away = gauge;
    }
    return gauge;
  }

  @Override
  public Counter counter(String name) {
    if (!name.equals(MetricNames.COMMIT_RETRIES)) {
      return new SimpleCounter();
    }
    return new SimpleCounter() {
      @Override
      public void inc() {
        super.inc();
        clockMs.addAndGet(60_000);
        atRetries.add(away());
      }
    };
  }
}
