package io.spillway.bench;

import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.paced.S3Run;
import io.spillway.bench.report.BenchReport;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of requests, one line a run. */
final class S3Requests {
  private final PacedOptions options;
  private final PacedSettings settings;
  private final BenchReport report;

  S3Requests(PacedOptions options, PacedSettings settings) {
    this.options = options;
    this.settings = settings;
    this.report =
        options.report(
            "requests",
            List.of(
                "run",
                "tables",
                "rows_per_s",
                "flush_ms",
                "checkpoint_ms",
                "request_ms",
                "rows",
                "files",
                "put",
                "create_upload",
                "put_part",
                "complete_upload",
                "list",
                "get",
                "head",
                "delete",
                "dollars_per_million_rows",
                "largest_commit_files",
                "largest_commit_ms",
                "last_ms",
                "heap_mb"));
  }

  /** Adds a line, prints it, and fails where rows are missing. */
  void add(String run, long requestMs, S3Run.Result r) {
    Map<String, Long> asked = r.requests();
    report.add(
        run,
        settings.tables(),
        settings.rowsPerSecond(),
        settings.flushMs(),
        settings.checkpointMs(),
        requestMs,
        r.rows(),
        r.files(),
        asked.get("put"),
        asked.get("create_upload"),
        asked.get("put_part"),
        asked.get("complete_upload"),
        asked.get("list"),
        asked.get("get"),
        asked.get("head"),
        asked.get("delete"),
        r.dollars(),
        r.largest().files(),
        r.largest().ms(),
        r.lastMs(),
        r.heapMegabytes());
    options
        .out()
        .printf(
            Locale.ROOT,
            "%-34s %d ms a request: %,d rows, %,d files, %s, $%.4f a million rows; largest commit"
                + " %d files, %d puts, %d ms; last write %d ms behind the last row; heap %d MiB%n",
            run,
            requestMs,
            r.rows(),
            r.files(),
            asked,
            r.dollars(),
            r.largest().files(),
            r.largest().puts(),
            r.largest().ms(),
            r.lastMs(),
            r.heapMegabytes());
    options.out().flush();
    long sent = (long) settings.rowsPerSecond() * settings.seconds();
    if (r.rows() != sent) {
      throw new CommandException(
          ExitCode.FAILED, run + ": " + r.rows() + " rows are there of " + sent, null);
    }
  }

  void write() throws IOException {
    report.write(options.folder());
  }
}
