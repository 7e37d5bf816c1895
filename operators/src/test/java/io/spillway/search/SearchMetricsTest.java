package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ControlChange;
import io.spillway.event.TableScope;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** The gauges show what the controller sees. */
class SearchMetricsTest extends BulkWriterFixture {
  private final Map<String, Gauge<?>> gauges = new TreeMap<>();

  private final class Group extends UnregisteredMetricsGroup {
    private final String label;

    Group(String label) {
      this.label = label;
    }

    @Override
    public org.apache.flink.metrics.MetricGroup addGroup(String key, String value) {
      return new Group("." + key + "." + value);
    }

    @Override
    public org.apache.flink.metrics.MetricGroup addGroup(String name) {
      return this;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      Metric known = gauges.put(name + label, gauge);
      assertThat(known).as(name).isNull();
      return gauge;
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
      Metric known = gauges.put(name + label, (Gauge<Long>) counter::getCount);
      assertThat(known).as(name).isNull();
      return counter;
    }
  }

  private double number(String name) {
    return ((Number) gauges.get(name).getValue()).doubleValue();
  }

  @Test
  void showTheSignalsOfABusyWriter() {
    SearchMetrics.register(new Group(""), () -> writer.view(), SearchTask.Overflow.NONE);
    engine.itemFault = item -> item.id().endsWith("1") ? error(429, "busy") : null;
    writeMany(0, 100);
    run(2_000);
    assertThat(number("backlog_count")).isEqualTo(10);
    assertThat(number("lag_time")).isPositive();
    assertThat(number("produce_rate")).isGreaterThan(number("consume_rate"));
    assertThat(number("consume_rate")).isPositive();
    assertThat(number("net_rate"))
        .isEqualTo(number("consume_rate") - number("produce_rate"))
        .isEqualTo(-number("backlog_slope"));
    assertThat(number("es_reject_rate")).isPositive();
    assertThat(number("es_error_rate")).isZero();
    assertThat(number("bulk_items_total.outcome.stored")).isEqualTo(90);
    assertThat(number("search_documents_total")).isEqualTo(100);
    assertThat(number("bulk_items_total.outcome.rejected")).isPositive();
    assertThat(gauges.get("bulk_mode").getValue()).isEqualTo((long) writer.view().mode().ordinal());
    assertThat(number("bulk_size_bytes")).isEqualTo(writer.view().limits().bytes());
    assertThat(number("bulk_buffered_bytes")).isPositive();
  }

  @Test
  void showWhatSettingsHoldBack() {
    SearchMetrics.register(new Group(""), () -> writer.view(), SearchTask.Overflow.NONE);
    writeMany(0, 3);
    TableScope table = new TableScope("shop", "t");
    writer.control(new ControlChange(1, 1, 0, List.of(table), List.of()));
    assertThat(number("search_paused")).isZero();
    assertThat(number("search_paused_documents")).isEqualTo(3);
    writer.control(new ControlChange(2, 2, 0, List.of(TableScope.ALL), List.of()));
    assertThat(number("search_paused")).isEqualTo(1);
    assertThat(number("search_paused_documents")).isEqualTo(3);
    writer.control(new ControlChange(3, 3, 0, List.of(), List.of()));
    assertThat(number("search_paused")).isZero();
    assertThat(number("search_paused_documents")).isZero();
  }

  @Test
  void showThePercentileOfSlowAnswers() {
    SearchMetrics.register(new Group(""), () -> writer.view(), SearchTask.Overflow.NONE);
    writer.drain();
    writeMany(0, 1);
    openIndices();
    now += 400;
    writer.tick();
    now += 300;
    engine.answer();
    now += 200;
    writer.tick();
    assertThat(number("es_bulk_latency_p95")).isBetween(250.0, 900.0);
    assertThat(number("backlog_count")).isZero();
  }
}
