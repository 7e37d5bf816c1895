package io.spillway.bench;

import io.spillway.bench.paced.PacedRun;
import io.spillway.bench.paced.PacedSettings;
import io.spillway.bench.paced.S3Run;
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
  private static final int S3_TABLES = 200;

  /** The default of storage.inline-size. */
  private static final long INLINE_BYTES = 1 << 20;

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

  @Option(
      names = "--s3",
      description = {
        "Count the requests of Flink's S3 client instead, by kind, at an endpoint in this process",
        "that takes --put-ms for each. The plugin is found by FLINK_PLUGINS_DIR."
      })
  private boolean s3;

  private Integer requests() throws Exception {
    PacedSettings usual = PacedOptions.defaults();
    PacedSettings settings =
        options.settings(
            new PacedSettings(
                S3_TABLES,
                usual.rowsPerSecond(),
                usual.rowBytes(),
                usual.seconds(),
                usual.flushMs(),
                usual.flushMs(),
                usual.fileBytes(),
                usual.folder()));
    S3Requests requests = new S3Requests(options, settings);
    for (long ms : putMs) {
      S3Run run = new S3Run(settings, ms);
      requests.add("spillway: small files in the plan", ms, run.spillway(INLINE_BYTES));
      requests.add("spillway: every file uploaded", ms, run.spillway(0));
      requests.add("file sink", ms, run.fileSink());
    }
    requests.write();
    return ExitCode.OK;
  }

  @Override
  public Integer call() throws Exception {
    if (s3) {
      return requests();
    }
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
