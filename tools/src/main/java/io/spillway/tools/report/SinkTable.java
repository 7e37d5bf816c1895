package io.spillway.tools.report;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.metrics.MetricNames;
import io.spillway.search.bulk.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How far each sink is, what its metrics say of it, and what holds progress. */
final class SinkTable {
  private final PipelineReport report;
  private final Ages ages;

  SinkTable(PipelineReport report, Ages ages) {
    this.report = report;
    this.ages = ages;
  }

  String html() {
    HtmlTable table =
        new HtmlTable(
            "Sinks",
            "How far everything together is, from the log of cursor events.",
            List.of("sink", "delivered up to", "that is", "written", "checkpoint", "state"));
    for (Map.Entry<String, CursorEvent> cursor : report.cursors().entrySet()) {
      CursorEvent event = cursor.getValue();
      String value = event.step().value();
      boolean isTime = event.step().kind() == CursorKind.TIME && value != null;
      table.row(
          event.cursor().namespace().text() + " " + event.cursor().sink(),
          value == null ? "nothing yet" : value,
          isTime ? Ages.time(Long.parseLong(value)) : "-",
          ages.since(event.atMs()) + " ago",
          event.work().checkpointId(),
          report.metrics().isEmpty() ? "not known without metrics" : state(event.cursor().sink()));
    }
    return table.html() + holding();
  }

  private String state(String sink) {
    return sink.equals(CursorKey.SEARCH) ? search() : storage();
  }

  private String storage() {
    String state =
        String.format(
            Locale.ROOT,
            "%,d uploads in flight, %,d commits tried again",
            metric(MetricNames.UPLOADS_IN_FLIGHT),
            metric(MetricNames.COMMIT_RETRIES));
    return metric(MetricNames.SPOOL_SUPPRESSED) > 0
        ? state + "; the spool is full and holds the intake back"
        : state;
  }

  private String search() {
    Mode[] modes = Mode.values();
    int mode = (int) Math.min(modes.length - 1, metric(MetricNames.BULK_MODE));
    StringBuilder state = new StringBuilder("mode " + modes[mode]);
    long away = metric(MetricNames.SEARCH_ENGINE_AWAY_MS);
    if (away > 0) {
      state
          .append("; the engine has answered nothing for ")
          .append(Ages.text(Duration.ofMillis(away)));
    }
    long refused = metric(MetricNames.BULK_ITEMS_HELD);
    if (refused > 0) {
      state.append(String.format(Locale.ROOT, "; %,d documents refused by their index", refused));
    }
    if (metric(MetricNames.SEARCH_PAUSED) > 0) {
      state.append("; paused by control settings");
    }
    return state.toString();
  }

  /** The partitions that are furthest behind; empty where no metric says so. */
  private String holding() {
    Map<String, Long> partitions = new TreeMap<>();
    String prefix = MetricNames.PROGRESS_TS + " ";
    report
        .metrics()
        .forEach(
            (name, value) -> {
              if (name.startsWith(prefix)) {
                partitions.put(name.substring(prefix.length()), value.longValue());
              }
            });
    if (partitions.isEmpty()) {
      return "";
    }
    String slowest =
        partitions.entrySet().stream().min(Map.Entry.comparingByValue()).get().getKey();
    long ts = partitions.get(slowest);
    long stalled = metric(MetricNames.PROGRESS_STALLED_MS);
    String sentence =
        "Of %d partitions, %s is furthest behind: %s. %s"
            .formatted(
                partitions.size(),
                slowest,
                ts <= 0 ? "nothing has come from it yet" : "it has come to " + Ages.time(ts),
                stalled > 0
                    ? "It has held progress for "
                        + Ages.text(Duration.ofMillis(stalled))
                        + " while rows wait; the log says what it lacks."
                    : "It holds nothing that waits.");
    return "<p id=holding>" + HtmlTable.escaped(sentence) + "</p>\n";
  }

  private long metric(String name) {
    return report.metrics().getOrDefault(name, 0.0).longValue();
  }
}
