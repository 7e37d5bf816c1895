package io.spillway.tools.run;

import io.spillway.event.CommitTs;
import io.spillway.metrics.MetricNames;
import io.spillway.plan.FlushReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run tells of itself: a line now and then, a summary at the end. */
final class Progress {
  private static final double MEGA = 1e6;
  private static final long STALLED_MS = 60_000;
  private static final int MOST_NAMED = 5;

  /** Whoever replays older data wants to know where in it he is. */
  private static final long OLD_MS = 86_400_000;

  private final EmbeddedMetrics metrics;
  private final SearchProgress search;
  private final long startedNanos;
  private long lastNanos;
  private long lastRows;
  private long lastBytes;
  private long lastComplete;
  private long failedBefore;
  private long checkpointTs = Long.MIN_VALUE;

  /**
   * @param search what the search sink says; null where there is none
   */
  Progress(EmbeddedMetrics metrics, SearchProgress search, long nowNanos) {
    this.metrics = metrics;
    this.search = search;
    this.startedNanos = nowNanos;
    this.lastNanos = nowNanos;
  }

  /** One line for the time since the last one. */
  String line(long nowNanos, long nowMs) {
    long rows = metrics.sum(MetricNames.ROWS_READ);
    long bytes = metrics.sum(MetricNames.BYTES_READ);
    double seconds = Math.max(1e-3, (nowNanos - lastNanos) / 1e9);
    checkpointTs = Math.max(checkpointTs, metrics.max(MetricNames.CHECKPOINT_TS, checkpointTs));
    String line =
        String.format(
            Locale.ROOT,
            "%,9.0f rows/s %7.1f MB/s | %,d rows read%s, %,d files | spool %.1f MB + %.1f MB |"
                + " checkpoint-ts %s",
            (rows - lastRows) / seconds,
            (bytes - lastBytes) / seconds / MEGA,
            rows,
            left(),
            metrics.sum(MetricNames.FILES_COMMITTED),
            metrics.sum(MetricNames.SPOOL_MEMORY_BYTES) / MEGA,
            metrics.sum(MetricNames.SPOOL_DISK_BYTES) / MEGA,
            reached(nowMs)
                + skipped(" | %,d messages skipped (%s)")
                + stalled()
                + failedCheckpoints()
                + restarted(" | restarts after failures: %d (see the log)"));
    lastNanos = nowNanos;
    lastRows = rows;
    lastBytes = bytes;
    return search == null ? line : line + " | " + search.line();
  }

  /** What is left in the topics; empty where nothing is. */
  private String left() {
    long messages = metrics.sumOfReasons(MetricNames.TOPIC_LAG);
    return messages == 0
        ? ""
        : String.format(Locale.ROOT, ", %,d messages left in Kafka", messages);
  }

  /** Who holds progress, once it has stood for a minute while rows wait. */
  private String stalled() {
    long stalledMs = metrics.max(MetricNames.PROGRESS_STALLED_MS, 0);
    if (stalledMs < STALLED_MS) {
      return "";
    }
    List<String> holding = metrics.lowest(MetricNames.PROGRESS_TS);
    String named = String.join(", ", holding.subList(0, Math.min(MOST_NAMED, holding.size())));
    return " | progress has stood for "
        + stalledMs / 1000
        + " s, held by "
        + named
        + (holding.size() > MOST_NAMED ? " and " + (holding.size() - MOST_NAMED) + " more" : "")
        + " (see the warning in the log)";
  }

  /** Checkpoints that have failed since the last one that is complete; empty for one at most. */
  private String failedCheckpoints() {
    long complete = metrics.liveMax(EmbeddedMetrics.COMPLETE_CHECKPOINTS);
    long failed = metrics.liveMax(EmbeddedMetrics.FAILED_CHECKPOINTS);
    if (complete != lastComplete) {
      lastComplete = complete;
      failedBefore = failed;
    }
    // a job that starts or ends may give one up
    return failed - failedBefore <= 1
        ? ""
        : String.format(
            Locale.ROOT,
            " | checkpoints that have failed in a row: %d (see the log); no file becomes readable"
                + " until one completes",
            failed - failedBefore);
  }

  /**
   * How often the job has begun anew; empty where it never has.
   *
   * @param text with a place for the number
   */
  private String restarted(String text) {
    long restarts = metrics.liveMax(EmbeddedMetrics.RESTARTS);
    return restarts == 0 ? "" : String.format(Locale.ROOT, text, restarts);
  }

  /**
   * How many messages were skipped, and why; empty where none was.
   *
   * @param text with places for the number and the reasons
   */
  private String skipped(String text) {
    Map<String, Long> reasons = metrics.byReason(MetricNames.SKIPPED);
    long sum = reasons.values().stream().mapToLong(Long::longValue).sum();
    List<String> parts = new ArrayList<>();
    reasons.forEach((reason, count) -> parts.add(reason.replace('_', ' ') + " " + count));
    return sum == 0 ? "" : String.format(Locale.ROOT, text, sum, String.join(", ", parts));
  }

  private String reached(long nowMs) {
    if (checkpointTs == Long.MIN_VALUE) {
      return "none yet";
    }
    long lagMs = nowMs - CommitTs.millis(checkpointTs);
    return checkpointTs + " (" + (lagMs < OLD_MS ? "lag " + lagMs / 1000 + " s" : time()) + ")";
  }

  private String time() {
    return Instant.ofEpochMilli(CommitTs.millis(checkpointTs)).toString();
  }

  /** Checkpoints at which rows or statements read were missing, or there were too many. */
  long unbalanced() {
    return metrics.sum(MetricNames.UNBALANCED_CHECKPOINTS)
        + metrics.sum(MetricNames.UNBALANCED_STATEMENTS);
  }

  /** Documents that are neither stored nor dead at the end of the input. */
  long unaccounted() {
    return search == null ? 0 : search.held();
  }

  /** Documents that were given up with their index. */
  long givenUp() {
    return search == null ? 0 : search.givenUp();
  }

  /** The whole run. */
  List<String> summary(long nowNanos) {
    double seconds = (nowNanos - startedNanos) / 1e9;
    long rows = metrics.sum(MetricNames.ROWS_READ);
    long bytes = metrics.sum(MetricNames.BYTES_READ);
    checkpointTs = Math.max(checkpointTs, metrics.max(MetricNames.CHECKPOINT_TS, checkpointTs));
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "read       %,d rows, %.1f MB in %.1f s (%,.0f rows/s, %.1f MB/s)",
            rows,
            bytes / MEGA,
            seconds,
            rows / seconds,
            bytes / MEGA / seconds));
    lines.add(
        String.format(
            Locale.ROOT,
            "           %,d duplicates dropped, %,d late, %,d DDL messages, %,d to the dead"
                + " letters",
            metrics.sumOfReasons(MetricNames.DUPLICATES_DROPPED),
            metrics.sum(MetricNames.LATE_ROWS),
            metrics.sum(MetricNames.DDLS_READ),
            metrics.sum(MetricNames.POISON) + (search == null ? 0 : search.dead())));
    String skipped =
        skipped("           %,d messages carry nothing to deliver and were skipped: %s");
    if (!skipped.isEmpty()) {
      lines.add(skipped);
    }
    lines.addAll(notes());
    lines.add(
        String.format(
            Locale.ROOT,
            "delivered  %,d rows in %,d files, %.1f MB",
            metrics.sum(MetricNames.ROWS_COMMITTED),
            metrics.sum(MetricNames.FILES_COMMITTED),
            metrics.sum(MetricNames.BYTES_COMMITTED) / MEGA));
    if (metrics.sumOfReasons(MetricNames.FLUSHES) > 0) {
      lines.add("           sealed by " + reasons());
    }
    if (search != null) {
      lines.add("search     " + search.line());
    }
    if (checkpointTs > Long.MIN_VALUE) {
      lines.add("checkpoint-ts " + checkpointTs + " (" + time() + ")");
    }
    return lines;
  }

  /** What is only said where it is so. */
  private List<String> notes() {
    List<String> lines = new ArrayList<>();
    long unmatched = metrics.max(MetricNames.UNMATCHED_RULES, 0);
    if (unmatched > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "           rules for tables that no table has matched: %,d (see the warning in the"
                  + " log)",
              unmatched));
    }
    String restarts = restarted("           restarts after failures: %d");
    if (!restarts.isEmpty()) {
      lines.add(restarts);
    }
    long there = metrics.sum(MetricNames.ALREADY_DELIVERED);
    if (there > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "           %,d rows stood in the bucket already and were not delivered again",
              there));
    }
    return lines;
  }

  private String reasons() {
    StringBuilder text = new StringBuilder();
    for (FlushReason reason : FlushReason.values()) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(reason.word())
          .append(' ')
          .append(metrics.sum(MetricNames.FLUSHES + "." + reason.word()));
    }
    return text.toString();
  }
}
