package io.spillway.bench;

import io.spillway.bench.paced.CheckpointRun;
import io.spillway.bench.paced.CheckpointRun.Checkpoint;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.report.BenchReport;
import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench checkpoint}: how long checkpoints take with much in the spool. */
@Command(
    name = "checkpoint",
    description = {
      "Fills the spool with rows that are not due, as fast as it takes them, then lets a few rows a",
      "second come, and reads from Flink how long its incremental checkpoints took. In real time."
    },
    mixinStandardHelpOptions = true)
final class BenchCheckpointCommand implements Callable<Integer> {
  private static final int ROW_BYTES = 500;
  private static final long MIB = 1 << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--mib",
      defaultValue = "2048",
      description = "What is in the spool, in MiB, up to 3000 (default: ${DEFAULT-VALUE}).")
  private int mib;

  @Option(
      names = "--tables",
      defaultValue = "1000",
      description = "Number of tables (default: ${DEFAULT-VALUE}).")
  private int tables;

  @Option(
      names = "--rate",
      defaultValue = "2000",
      description = "Rows a second once the spool is full (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long they come (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--checkpoint-ms",
      defaultValue = "5000",
      description = "Checkpoint interval in ms (default: ${DEFAULT-VALUE}).")
  private long checkpointMs;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench",
      description = "Folder for results, and to work in (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() throws Exception {
    if (mib < 1 || mib > 3000 || tables < 1 || rate < 1 || seconds < 1 || checkpointMs < 1) {
      throw new ParameterException(spec.commandLine(), "counts must be 1 or more, --mib to 3000");
    }
    PrintWriter out = spec.commandLine().getOut();
    Machine machine = Machine.here();
    out.println(machine.line());
    long full = mib * MIB;
    List<Checkpoint> all =
        new CheckpointRun(settings(full / ROW_BYTES)).run(checkpoint -> tell(checkpoint, out));
    BenchReport report =
        new BenchReport(
            "checkpoint",
            machine,
            List.of("phase", "mib", "checkpoint", "duration_ms", "written_bytes", "state_bytes"));
    for (Checkpoint one : all) {
      report.add(
          one.full() ? "full" : "filling",
          mib,
          one.id(),
          one.durationMs(),
          one.writtenBytes(),
          one.stateBytes());
    }
    report.write(folder);
    summary(all.stream().filter(Checkpoint::full).toList(), out);
    return ExitCode.OK;
  }

  private PacedSettings settings(long burst) {
    return new PacedSettings(
        tables,
        rate,
        ROW_BYTES,
        seconds,
        TimeUnit.DAYS.toMillis(1),
        checkpointMs,
        MIB << 10,
        folder.resolve("paced"),
        burst);
  }

  private static void tell(Checkpoint one, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "checkpoint %-4d %,8d ms  %,9d KiB written of %,9d KiB%n",
        one.id(),
        one.durationMs(),
        one.writtenBytes() >> 10,
        one.stateBytes() >> 10);
    out.flush();
  }

  private static void summary(List<Checkpoint> full, PrintWriter out) {
    if (full.isEmpty()) {
      throw new CommandException(
          ExitCode.FAILED, "no checkpoint has completed since the spool was full", null);
    }
    long[] sorted = full.stream().mapToLong(Checkpoint::durationMs).sorted().toArray();
    out.printf(
        Locale.ROOT,
        "full: %d checkpoints, median %d ms, longest %d ms%n",
        sorted.length,
        sorted[(sorted.length - 1) / 2],
        sorted[sorted.length - 1]);
    out.flush();
  }
}
