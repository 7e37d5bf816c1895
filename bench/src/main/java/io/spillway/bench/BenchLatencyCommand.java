package io.spillway.bench;

import io.spillway.bench.paced.PacedRun;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.report.BenchReport;
import io.spillway.job.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spillway bench latency}: from a row's time to its readable file. */
@Command(
    name = "latency",
    description = {
      "Lets rows come at their own pace, each with the time at which it comes, and tells how long",
      "they take until the commit of their file is done: P50, P95 and P99. In real time."
    },
    mixinStandardHelpOptions = true)
final class BenchLatencyCommand implements Callable<Integer> {
  private static final int TABLES = 20;
  private static final int ROWS_PER_SECOND = 5000;
  private static final long FLUSH_MS = 1000;
  private static final long CHECKPOINT_MS = 1000;

  @Mixin private PacedOptions options;

  @Override
  public Integer call() throws Exception {
    PacedSettings usual = PacedOptions.defaults();
    PacedSettings settings =
        options.settings(
            new PacedSettings(
                TABLES,
                ROWS_PER_SECOND,
                usual.rowBytes(),
                usual.seconds(),
                FLUSH_MS,
                CHECKPOINT_MS,
                usual.fileBytes(),
                usual.folder()));
    BenchReport report = options.report("latency");
    options.add(
        report, "end to end", settings, new long[] {0, 0}, new PacedRun(settings).spillway(0, 0));
    report.write(options.folder());
    return ExitCode.OK;
  }
}
