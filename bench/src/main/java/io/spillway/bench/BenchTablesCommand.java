package io.spillway.bench;

import io.spillway.bench.paced.PacedRun;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.report.BenchReport;
import io.spillway.job.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spillway bench tables}: files and requests of many slow tables. */
@Command(
    name = "tables",
    description = {
      "Lets rows of many slow tables come at their own pace and counts files and requests of this",
      "job at two checkpoint intervals, and of Flink's own file sink at the same. In real time."
    },
    mixinStandardHelpOptions = true)
final class BenchTablesCommand implements Callable<Integer> {
  private static final long[] NOTHING = {0, 0};
  private static final int LONGER = 5;

  @Mixin private PacedOptions options;

  @Override
  public Integer call() throws Exception {
    PacedSettings settings = options.settings(PacedOptions.defaults());
    BenchReport report = options.report("tables");
    for (long checkpointMs :
        new long[] {settings.checkpointMs(), settings.checkpointMs() * LONGER}) {
      PacedSettings run = settings.withCheckpointMs(checkpointMs);
      String at = " at checkpoints of " + checkpointMs + " ms";
      options.add(report, "spillway" + at, run, NOTHING, new PacedRun(run).spillway(0, 0));
      options.add(report, "file sink" + at, run, NOTHING, new PacedRun(run).fileSink());
    }
    report.write(options.folder());
    return ExitCode.OK;
  }
}
