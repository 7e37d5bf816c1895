package io.spillway.bench;

import io.spillway.bench.paced.PacedRun;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.report.BenchReport;
import io.spillway.job.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spillway bench puts}: a storage that takes its time, and one that is away. */
@Command(
    name = "puts",
    description = {
      "Lets rows come at their own pace while each write of the storage takes a set time, then while",
      "the storage is away for a while. In real time; --outage 600 is the ten minutes of the docs."
    },
    mixinStandardHelpOptions = true)
final class BenchPutsCommand implements Callable<Integer> {
  private static final int TABLES = 20;

  @Mixin private PacedOptions options;

  @Option(
      names = "--put-ms",
      split = ",",
      defaultValue = "0,100,1000",
      description = "Time of each write, in ms (default: ${DEFAULT-VALUE}).")
  private List<Long> putMs;

  @Option(
      names = "--outage",
      defaultValue = "60",
      description = "Seconds without the storage; 0 for none (default: ${DEFAULT-VALUE}).")
  private int outage;

  @Override
  public Integer call() throws Exception {
    PacedSettings usual = PacedOptions.defaults();
    PacedSettings settings =
        options.settings(
            new PacedSettings(
                TABLES,
                usual.rowsPerSecond(),
                usual.rowBytes(),
                usual.seconds(),
                usual.flushMs(),
                usual.checkpointMs(),
                usual.fileBytes(),
                usual.folder()));
    BenchReport report = options.report("puts");
    for (long ms : putMs) {
      options.add(
          report,
          "put takes " + ms + " ms",
          settings,
          new long[] {ms, 0},
          new PacedRun(settings).spillway(ms, 0));
    }
    if (outage > 0) {
      options.add(
          report,
          "away for " + outage + " s",
          settings.withSeconds(settings.seconds() + outage),
          new long[] {0, outage},
          new PacedRun(settings).spillway(0, outage));
    }
    report.write(options.folder());
    return ExitCode.OK;
  }
}
