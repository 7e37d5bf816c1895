package io.spillway.tools.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads metrics as Flink's reporter for Prometheus shows them. */
public final class MetricsText {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? +(\\S+)(?: +\\d+)?");
  private static final Pattern REASON =
      Pattern.compile("(?:^|,)(?:reason|outcome|topic)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern OURS = Pattern.compile(".*_spillway_(\\w+)");

  private MetricsText() {}

  /**
   * Adds the job's own metrics, those of subtasks summed, those of reasons, outcomes and topics
   * apart.
   */
  public static void add(String text, PipelineReport report) {
    for (String line : text.split("\\R")) {
      Matcher sample = SAMPLE.matcher(line);
      if (!sample.matches()) {
        continue;
      }
      Matcher ours = OURS.matcher(sample.group(1));
      String labels = sample.group(2) == null ? "" : sample.group(2);
      if (ours.matches() && !labels.contains("quantile=")) {
        Matcher reason = REASON.matcher(labels);
        number(
            sample.group(3), ours.group(1) + (reason.find() ? " " + reason.group(1) : ""), report);
      }
    }
  }

  private static void number(String text, String name, PipelineReport report) {
    try {
      report.metric(name, Double.parseDouble(text));
    } catch (NumberFormatException e) {
      report.note("The metrics say " + text + " of " + name + ", which is no number.");
    }
  }
}
