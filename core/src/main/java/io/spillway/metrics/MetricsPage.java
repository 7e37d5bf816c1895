package io.spillway.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The catalogue as a page for people: {@code docs/metrics.md}. */
public final class MetricsPage {
  private MetricsPage() {}

  /** In Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Metrics

        Made from `MetricCatalogue`: a test fails where this page differs, and \
        `mvn -pl operators -am test -Dtest=MetricsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dspillway.docs.write=true` writes it anew.

        All stand in the group `spillway` of their operator. Flink's reporter shows them to Prometheus as
        `flink_taskmanager_job_task_operator_spillway_<labels>_<name>`, with its own labels `job_name`,
        `task_name`, `operator_name`, `subtask_index`, `tm_id` and `host`: the columns below give the end of that
        name. Those of the enumerator are the JobManager's: `flink_jobmanager_job_operator_coordinator_enumerator_spillway_<labels>_<name>`.
        No table and no dispatcher is ever a label; for one dispatcher see the log of
        `io.spillway.spool.flush`, or `bin/spillway inspect`. Flink writes counters as gauges, so use `rate()` and
        `increase()` all the same. A histogram has the quantiles 0.5, 0.75, 0.95, 0.98, 0.99 and 0.999 of its newest 1000
        values, and `_count`. A counter begins at 0 with every attempt of a task.

        """);
    for (KnownMetric.Stage stage : KnownMetric.Stage.values()) {
      stage(page, stage);
    }
    flink(page);
    return page.toString();
  }

  private static void stage(StringBuilder page, KnownMetric.Stage stage) {
    page.append("## ").append(title(stage)).append("\n\n");
    page.append("| metric | type | unit | meaning |\n|---|---|---|---|\n");
    MetricCatalogue.all().stream()
        .filter(metric -> metric.stage() == stage)
        .forEach(metric -> page.append(row(metric)));
    page.append('\n');
  }

  private static String title(KnownMetric.Stage stage) {
    String word = stage.word();
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static String row(KnownMetric metric) {
    String labels =
        metric.labels().isEmpty() ? "" : " {" + String.join(", ", metric.labels()) + "}";
    String presence =
        metric.presence() == KnownMetric.Presence.FIRST_USE ? " From its first value on." : "";
    return "| `%s`%s | %s | %s | %s%s |%n"
        .formatted(
            metric.name(),
            labels,
            metric.type().name().toLowerCase(Locale.ROOT),
            metric.unit(),
            metric.help(),
            presence)
        .replace(System.lineSeparator(), "\n");
  }

  private static void flink(StringBuilder page) {
    page.append(
        """
        ## Flink's own

        What alerts and dashboards take from Flink besides; its documentation has the rest.

        | metric, as Prometheus has it | meaning |
        |---|---|
        """);
    List<FlinkMetric> sorted =
        Stream.concat(FlinkMetric.USED.stream(), FlinkMetric.OF_KAFKA.stream())
            .sorted(Comparator.comparing(FlinkMetric::prometheus))
            .toList();
    sorted.forEach(m -> page.append("| `" + m.prometheus() + "` | " + m.help() + " |\n"));
  }
}
