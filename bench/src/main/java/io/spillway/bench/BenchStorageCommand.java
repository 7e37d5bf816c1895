package io.spillway.bench;

import io.spillway.bench.BenchSettings.FileEnds;
import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.spool.SpoolMemory;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench storage}: from files to files. */
@Command(
    name = "storage",
    description = {
      "Runs this job, Flink's own file sink behind its decoder, the job that one would write with Flink",
      "and Jackson (jackson job), the first stages alone (exchange, decode), and a bare JSON scan over",
      "the same made-up messages, in turn, after a warm-up, and prints bytes read per second."
    },
    mixinStandardHelpOptions = true)
final class BenchStorageCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--dispatchers",
      defaultValue = "1000",
      description = "Number of tables, all about equally hot (default: ${DEFAULT-VALUE}).")
  private int dispatchers;

  @Option(
      names = "--rows",
      defaultValue = "4000000",
      description = "Rows of the input (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--row-bytes",
      defaultValue = "500",
      description = "Bytes of a message (default: ${DEFAULT-VALUE}).")
  private int rowBytes;

  @Option(
      names = "--parallelism",
      defaultValue = "2",
      description = "Parallelism of each (default: ${DEFAULT-VALUE}).")
  private int parallelism;

  @Option(
      names = "--spool-memory",
      description =
          "spool.memory of this job, in MiB for each subtask (default: what a job takes by itself).")
  private Integer spoolMegabytes;

  @Option(
      names = "--runs",
      defaultValue = "3",
      description = "Measured runs of each (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench",
      description =
          "Folder to work in; the input is kept there for the next call (default:"
              + " ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--file-kb",
      defaultValue = "" + BenchSettings.FILE_KB,
      description = "Size of a full file, in KiB (default: ${DEFAULT-VALUE}).")
  private int fileKb;

  @Option(
      names = "--checkpoint-ms",
      defaultValue = "" + BenchSettings.CHECKPOINT_MS,
      description = "Checkpoint interval in ms (default: ${DEFAULT-VALUE}).")
  private int checkpointMs;

  @Option(
      names = "--only",
      split = ",",
      description = {
        "Names of contenders, separated by commas (default: all but spillway-gzip,",
        "spillway-zstd, spillway-csv, spillway-parquet and file sink parquet)."
      })
  private List<String> only = List.of();

  @Option(names = "--csv", description = "Write the runs to this file too.")
  private Path csv;

  private int shareOfProcess() {
    long heapBytes = Runtime.getRuntime().maxMemory();
    return (int) (new SpoolMemory.OfProcess(1).bytes(heapBytes, parallelism, Long.MAX_VALUE) >> 20);
  }

  @Override
  public Integer call() {
    if (dispatchers < 1
        || rows < 1
        || rowBytes < 0
        || parallelism < 1
        || runs < 1
        || fileKb < 1
        || checkpointMs < 1
        || (spoolMegabytes != null && spoolMegabytes < 1)) {
      throw new ParameterException(spec.commandLine(), "counts must be 1 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      Files.createDirectories(folder);
      Machine machine = Machine.here();
      out.println(machine.line());
      List<String> lines = bench(out).run();
      if (csv != null) {
        List<String> all = new ArrayList<>(lines);
        all.add("# " + machine.line());
        Files.write(csv, all);
      }
      return ExitCode.OK;
    } catch (ParameterException e) {
      throw e;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't work in " + folder + ": " + e, e);
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "a run has failed: " + RootCause.text(e), e);
    }
  }

  private StorageBench bench(PrintWriter out) {
    BenchSettings settings =
        new BenchSettings(
            dispatchers,
            rows,
            rowBytes,
            parallelism,
            runs,
            new FileEnds(checkpointMs, fileKb),
            spoolMegabytes == null ? shareOfProcess() : spoolMegabytes,
            folder);
    try {
      return new StorageBench(settings, only, out);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--only: " + e.getMessage(), e);
    }
  }
}
