package io.spillway.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.CommitTs;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

/** A report as one HTML file that needs nothing else. Every name in it is escaped. */
public final class ReportPage {
  private static final String TEMPLATE = "report.html";

  /** From here on a lag says more about the stream than about its delivery. */
  private static final Duration OLD = Duration.ofDays(1);

  private final PipelineReport report;
  private final String place;
  private final Instant now;
  private final Ages ages;

  /**
   * @param place what the report is of, for its title
   */
  public ReportPage(PipelineReport report, String place, Instant now) {
    this.report = report;
    this.place = place;
    this.now = now;
    this.ages = new Ages(now);
  }

  /** The page. */
  public String html() throws IOException {
    String template;
    try (InputStream in = ReportPage.class.getResourceAsStream(TEMPLATE)) {
      template = new String(in.readAllBytes(), UTF_8);
    }
    String title = HtmlTable.escaped("Spillway: " + place);
    StringBuilder body = new StringBuilder("<h1>" + title + "</h1>\n");
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    body.append("<p>As of ").append(second).append(". ").append(freshness()).append("</p>\n");
    report
        .notes()
        .forEach(note -> body.append("<p class=note>" + HtmlTable.escaped(note) + "</p>"));
    body.append(new SinkTable(report, ages).html()).append(tables()).append(files());
    body.append(new ModeChart(report.modes().spells()).html()).append(letters()).append(metrics());
    return template.replace("{{title}}", title).replace("{{body}}", body);
  }

  private String freshness() {
    if (report.checkpointTs().isEmpty()) {
      return "There is no checkpoint-ts yet.";
    }
    long ts = report.checkpointTs().getAsLong();
    Instant readable = Instant.ofEpochMilli(CommitTs.millis(ts));
    String behind =
        readable.isBefore(now.minus(OLD))
            ? "%s before this report: the stream was old, or nothing has come since"
            : "%s behind this report";
    return ("Everything up to <b>%s</b> is readable (checkpoint-ts %d, " + behind + ").")
        .formatted(Ages.time(ts), ts, ages.since(CommitTs.millis(ts)));
  }

  private String tables() {
    HtmlTable table =
        new HtmlTable(
            "Tables, by what waits",
            "Rows that wait are in the newest checkpoint and in no file yet.",
            List.of(
                "table",
                "#rows waiting",
                "#bytes",
                "waiting for",
                "#files",
                "#rows",
                "#bytes",
                "newest row in a file"));
    report.tables().values().stream()
        .sorted(
            Comparator.<TableLine>comparingLong(line -> -line.waitingBytes)
                .thenComparingLong(line -> -line.bytes))
        .forEach(
            line ->
                table.row(
                    line.name,
                    line.waitingRows,
                    line.waitingBytes,
                    line.waitingSinceMs == TableLine.NONE ? "-" : ages.since(line.waitingSinceMs),
                    line.files,
                    line.rows,
                    line.bytes,
                    line.newest == TableLine.NONE ? "-" : Ages.time(line.newest)));
    return table.html();
  }

  private String files() {
    HtmlTable table =
        new HtmlTable(
            "Files, by the reason for which they were sealed",
            "Half of the files are not larger than the median.",
            List.of("reason", "#files", "#rows", "#bytes", "#median bytes", "#largest"));
    report
        .files()
        .forEach(
            (reason, line) ->
                table.row(
                    reason,
                    line.files(),
                    line.rows,
                    line.bytes(),
                    line.quantile(0.5),
                    line.quantile(1)));
    return table.html();
  }

  private String letters() {
    HtmlTable table =
        new HtmlTable(
            "Dead letters",
            "Messages that could not be delivered; bin/spillway dead-letters shows and replays them.",
            List.of("stage and kind", "#letters", "last", "at", "reason of the last"));
    report
        .letters()
        .forEach(
            (kind, line) ->
                table.row(
                    kind,
                    line.count,
                    Instant.ofEpochMilli(line.newest.failure().lastMs()).toString(),
                    line.newest.position().toString(),
                    line.newest.failure().reason()));
    return table.html();
  }

  private String metrics() {
    if (report.metrics().isEmpty()) {
      return "";
    }
    HtmlTable table =
        new HtmlTable(
            "Metrics",
            "Of times, modes and shares the largest of any subtask, of everything else the sum."
                + " docs/metrics.md explains each.",
            List.of("metric", "value"));
    report
        .metrics()
        .forEach(
            (name, value) ->
                table.row(
                    name,
                    value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE
                        ? (Object) value.longValue()
                        : value.toString()));
    return table.html();
  }
}
