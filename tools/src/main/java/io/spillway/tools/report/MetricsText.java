package io.spillway.tools.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads metrics as Flink's reporter for Prometheus shows them. */
public final class MetricsText {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? +(\\S+)(?: +\\d+)?");
  private static final Pattern LABEL =
      Pattern.compile("(?:^|,)(reason|outcome|topic|partition|kind)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern OURS = Pattern.compile(".*_spillway_(\\w+)");

  private MetricsText() {}

  /**
   * Adds the job's own metrics, those of subtasks together, those of reasons, outcomes, topics and
   * partitions apart.
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
        number(sample.group(3), name(ours.group(1), LABEL.matcher(labels)), report);
      }
    }
  }

  /** The reporter puts the label's name before that of the metric. */
  private static String name(String shown, Matcher label) {
    if (!label.find()) {
      return shown;
    }
    String prefix = label.group(1) + "_";
    return (shown.startsWith(prefix) ? shown.substring(prefix.length()) : shown)
        + " "
        + label.group(2);
  }

  private static void number(String text, String name, PipelineReport report) {
    try {
      report.metric(name, Double.parseDouble(text));
    } catch (NumberFormatException e) {
      report.note("The metrics say " + text + " of " + name + ", which is no number.");
    }
  }
}
