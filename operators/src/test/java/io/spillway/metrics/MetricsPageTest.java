package io.spillway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The catalogue, and the page made from it. Tests run in the folder of their module. */
class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");

  /** Names of the documents that say what this job is to show. */
  private static final List<String> PROMISED =
      List.of(
          "spool_memory_bytes",
          "spool_disk_bytes",
          "spool_bytes",
          "spool_items",
          "wake_calls_total",
          "wake_suppressed_total",
          "ddl_drain_duration_seconds",
          "flush_count",
          "flush_file_size_bytes",
          "policy_decisions_total",
          "log_emits_total",
          "log_dropped_total",
          "log_queue_lag",
          "backlog_count",
          "lag_time",
          "backlog_slope",
          "consume_rate",
          "produce_rate",
          "net_rate",
          "es_reject_rate",
          "es_error_rate",
          "es_bulk_latency_p95");

  @Test
  void everyNameIsDescribedAndNoOther() throws IllegalAccessException {
    Set<String> names = new TreeSet<>();
    for (Field field : MetricNames.class.getFields()) {
      names.add((String) field.get(null));
    }
    names.remove(MetricNames.GROUP);
    MetricCatalogue.all().forEach(metric -> names.removeAll(metric.labels()));
    Set<String> described = new TreeSet<>();
    for (KnownMetric metric : MetricCatalogue.all()) {
      described.add(metric.name());
      metric.labels().forEach(names::remove);
    }
    assertThat(described).isEqualTo(names).containsAll(PROMISED);
  }

  @Test
  void noLabelNamesATableOrADispatcher() {
    Set<String> labels = new HashSet<>();
    MetricCatalogue.all().forEach(metric -> labels.addAll(metric.labels()));
    assertThat(labels)
        .containsExactlyInAnyOrder(
            "reason",
            "outcome",
            "domain",
            "type",
            "phase",
            "kind",
            "action",
            "level",
            "partition",
            "topic");
  }

  @Test
  void aNameStandsForOneTypeAndUnitOfALine() {
    List<String> lines = new ArrayList<>();
    for (KnownMetric metric : MetricCatalogue.all()) {
      lines.add(metric.stage() + " " + metric.name());
      assertThat(metric.help()).as(metric.name()).endsWith(".").doesNotContain("\n");
      boolean total = metric.name().endsWith("_total");
      assertThat(total && metric.type() != KnownMetric.Type.COUNTER).as(metric.name()).isFalse();
    }
    assertThat(lines).doesNotHaveDuplicates().hasSizeGreaterThan(60);
  }

  @Test
  void thePageIsCurrent() throws IOException {
    if (Boolean.getBoolean("spillway.docs.write")) {
      Files.writeString(PAGE, MetricsPage.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("write it anew with -Dspillway.docs.write=true")
        .isEqualTo(MetricsPage.markdown());
  }

  @Test
  void aHistogramOfMillisecondsShowsSeconds() {
    SecondsHistogram histogram = new SecondsHistogram(10);
    histogram.update(250);
    histogram.update(750);
    assertThat(histogram.getCount()).isEqualTo(2);
    assertThat(histogram.getStatistics().getQuantile(0.99)).isEqualTo(0.75);
    assertThat(histogram.getStatistics().getMean()).isEqualTo(0.5);
    assertThat(histogram.getStatistics().getMax()).isEqualTo(1);
  }
}
