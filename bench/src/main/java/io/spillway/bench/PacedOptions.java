package io.spillway.bench;

import io.spillway.bench.paced.PacedRun;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.report.BenchReport;
import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that the measurements with a paced load share, and how they report. */
final class PacedOptions {
  private static final int MEGA = 1 << 20;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--tables", description = "Number of tables (default: 1000).")
  private Integer tables;

  @Option(names = "--rate", description = "Rows a second, of all tables (default: 2000).")
  private Integer rate;

  @Option(
      names = "--row-bytes",
      defaultValue = "500",
      description = "Bytes of a row (default: 500).")
  private int rowBytes;

  @Option(names = "--seconds", description = "Length of a run, in real time (default: 60).")
  private Integer seconds;

  @Option(names = "--flush-ms", description = "Flush interval in ms (default: 10000).")
  private Long flushMs;

  @Option(names = "--checkpoint-ms", description = "Checkpoint interval in ms (default: 2000).")
  private Long checkpointMs;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench",
      description = "Folder for results, and to work in (default: ${DEFAULT-VALUE}).")
  private Path folder;

  /** With these as defaults. */
  PacedSettings settings(PacedSettings defaults) {
    PacedSettings settings =
        new PacedSettings(
            tables == null ? defaults.tables() : tables,
            rate == null ? defaults.rowsPerSecond() : rate,
            rowBytes,
            seconds == null ? defaults.seconds() : seconds,
            flushMs == null ? defaults.flushMs() : flushMs,
            checkpointMs == null ? defaults.checkpointMs() : checkpointMs,
            defaults.fileBytes(),
            folder.resolve("paced"));
    if (settings.tables() < 1
        || settings.rowsPerSecond() < 1
        || settings.seconds() < 2
        || settings.flushMs() < 1
        || settings.checkpointMs() < 1) {
      throw new ParameterException(spec.commandLine(), "counts must be 1 or more, seconds 2");
    }
    return settings;
  }

  static PacedSettings defaults() {
    return new PacedSettings(1000, 2000, 500, 60, 10_000, 2000, 64L * MEGA, Path.of("."));
  }

  Path folder() {
    return folder;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** A report that begins with the machine. */
  BenchReport report(String name, List<String> columns) {
    Machine machine = Machine.here();
    out().println(machine.line());
    return new BenchReport(name, machine, columns);
  }

  /** The same with the columns of most paced runs. */
  BenchReport report(String name) {
    return report(
        name,
        List.of(
            "run",
            "tables",
            "rows_per_s",
            "flush_ms",
            "checkpoint_ms",
            "put_ms",
            "outage_s",
            "rows",
            "files",
            "p50_file_bytes",
            "puts",
            "gets",
            "looks",
            "refused",
            "puts_per_file",
            "p50_ms",
            "p95_ms",
            "p99_ms",
            "measured_rows",
            "recovery_ms",
            "checkpoint_bytes_a_byte"));
  }

  /** Adds a line, prints it, and fails where rows are missing. */
  void add(
      BenchReport report, String run, PacedSettings settings, long[] storage, PacedRun.Result r) {
    report.add(
        run,
        settings.tables(),
        settings.rowsPerSecond(),
        settings.flushMs(),
        settings.checkpointMs(),
        storage[0],
        storage[1],
        r.rows(),
        r.files(),
        r.medianBytes(),
        r.puts(),
        r.gets(),
        r.looks(),
        r.refused(),
        r.files() == 0 ? 0.0 : (double) r.puts() / r.files(),
        r.latencies().get(0),
        r.latencies().get(1),
        r.latencies().get(2),
        r.measured(),
        r.recoveryMs(),
        r.checkpointShare());
    out()
        .printf(
            Locale.ROOT,
            "%-26s %,8d rows %,7d files p50 %,10d bytes  %,7d puts %,7d gets %,7d looks"
                + "  latency p50/p95/p99 %d/%d/%d ms  recovery %d ms"
                + "  %.2f bytes of checkpoints a byte%n",
            run,
            r.rows(),
            r.files(),
            r.medianBytes(),
            r.puts(),
            r.gets(),
            r.looks(),
            r.latencies().get(0),
            r.latencies().get(1),
            r.latencies().get(2),
            r.recoveryMs(),
            r.checkpointShare());
    out().flush();
    long sent = (long) settings.rowsPerSecond() * settings.seconds();
    if (r.rows() != sent) {
      throw new CommandException(
          ExitCode.FAILED, run + ": " + r.rows() + " rows are there of " + sent, null);
    }
  }
}
