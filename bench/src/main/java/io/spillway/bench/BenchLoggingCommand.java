package io.spillway.bench;

import io.spillway.bench.logging.LogBench;
import io.spillway.bench.report.BenchReport;
import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.ClusterCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench logging}: what the log queue takes, and what it drops. */
@Command(
    name = "logging",
    description = {
      "Logs through the configuration of a cluster's processes: at a steady rate, at twice and five",
      "times that, and as fast as the threads can. Fails (1) where the steady rate drops 0.5 % or",
      "more, or 5000 lines or more wait."
    },
    mixinStandardHelpOptions = true)
final class BenchLoggingCommand implements Callable<Integer> {
  private static final double MOST_DROPPED = 0.005;
  private static final int MOST_WAITING = 5000;
  private static final int WARM_UP = 200_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rate",
      defaultValue = "20000",
      description = "Lines a second (default: ${DEFAULT-VALUE}).")
  private long rate;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Length of a paced run (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--total",
      defaultValue = "200000",
      description = "Lines of the run at full speed (default: ${DEFAULT-VALUE}).")
  private long total;

  @Option(
      names = "--threads",
      defaultValue = "4",
      description = "Threads that log (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench",
      description = "Folder for logging.csv, .svg and .html (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() {
    if (rate < 1 || seconds < 1 || total < threads || threads < 1) {
      throw new ParameterException(spec.commandLine(), "counts must be 1 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    Machine machine = Machine.here();
    out.println(machine.line());
    try {
      BenchReport report =
          new BenchReport(
              "logging",
              "Log lines through flink-conf/log4j.properties",
              machine,
              List.of(
                  "load",
                  "threads",
                  "offered",
                  "written",
                  "dropped",
                  "drop_rate",
                  "max_lag",
                  "seconds",
                  "offered_per_s",
                  "written_per_s",
                  "cpu_us_a_line",
                  "file_bytes"));
      Path conf = Path.of(System.getProperty(ClusterCommand.ROOT, "."), "flink-conf");
      LogBench bench = new LogBench(conf.resolve("log4j.properties"), folder);
      bench.run(threads, WARM_UP, 0);
      LogBench.Result steady = run(bench, report, out, rate);
      run(bench, report, out, 2 * rate);
      run(bench, report, out, 5 * rate);
      run(bench, report, out, 0);
      report.write(folder, "written_per_s", "drop_rate", "max_lag");
      boolean good = steady.dropRate() < MOST_DROPPED && steady.maxLag() < MOST_WAITING;
      out.println(good ? "the steady rate is kept" : "the steady rate is NOT kept");
      return good ? ExitCode.OK : ExitCode.FAILED;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't work in " + folder + ": " + e, e);
    } catch (InterruptedException | ExecutionException e) {
      throw new CommandException(ExitCode.FAILED, "a run has failed: " + e, e);
    }
  }

  private LogBench.Result run(LogBench bench, BenchReport report, PrintWriter out, long perSecond)
      throws IOException, InterruptedException, ExecutionException {
    long lines = perSecond == 0 ? total : perSecond * seconds;
    LogBench.Result result = bench.run(threads, lines, perSecond);
    String load = perSecond == 0 ? "full speed" : perSecond + "/s";
    report.add(
        load,
        threads,
        result.offered(),
        result.written(),
        result.dropped(),
        result.dropRate(),
        result.maxLag(),
        result.seconds(),
        Math.round(result.offeredPerSecond()),
        Math.round(result.writtenPerSecond()),
        result.cpuMicrosPerLine(),
        result.fileBytes());
    out.printf(
        Locale.ROOT,
        "%-12s offered %,9d (%,9.0f/s)  written %,9d (%,9.0f/s)  dropped %,8d = %6.3f %%  max lag %,6d"
            + "  %.1f us of CPU a line%n",
        load,
        result.offered(),
        result.offeredPerSecond(),
        result.written(),
        result.writtenPerSecond(),
        result.dropped(),
        result.dropRate() * 100,
        result.maxLag(),
        result.cpuMicrosPerLine());
    out.flush();
    return result;
  }
}
