package io.spillway.bench;

import io.spillway.bench.BenchSettings.FileEnds;
import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench search}: what trouble in the search engine costs everything else. */
@Command(
    name = "search",
    description = {
      "Runs this job over 12 tables to storage and to a model of an engine, in pairs: with one table",
      "or the engine in trouble, and without. Prints the rates of storage and of the other tables",
      "with the trouble as a share of those without: of what the job can do, or of --rate."
    },
    mixinStandardHelpOptions = true)
final class BenchSearchCommand implements Callable<Integer> {
  private static final int TABLES = 12;
  private static final int ROW_BYTES = 500;
  private static final int SPOOL_MEGABYTES = 256;

  @Spec private CommandSpec spec;

  @Option(
      names = "--trouble",
      split = ",",
      description =
          "refused, keyless, red, closed, forbidden (one table); away, never-there (the engine);"
              + " separated by commas (default: all).")
  private List<String> troubles =
      Arrays.stream(SearchTrouble.values())
          .filter(trouble -> trouble != SearchTrouble.NONE)
          .map(SearchTrouble::word)
          .toList();

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Rows of each run (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--rate",
      defaultValue = "0",
      description =
          "Rows a second that the source has; 0 for as many as the job takes (default: 0).")
  private int rate;

  @Option(
      names = "--checkpoint-ms",
      defaultValue = "500",
      description =
          "Checkpoint interval in ms; runs of some seconds need a short one (default:"
              + " ${DEFAULT-VALUE}).")
  private int checkpointMs;

  @Option(
      names = "--pairs",
      defaultValue = "3",
      description = "Pairs for each trouble (default: ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--parallelism",
      defaultValue = "2",
      description = "Parallelism of the job (default: ${DEFAULT-VALUE}).")
  private int parallelism;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench",
      description =
          "Folder to work in, where search.csv goes; the input is kept there for the next call"
              + " (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() {
    List<SearchTrouble> wanted = troubles.stream().map(this::trouble).toList();
    if (rows < 1 || pairs < 1 || parallelism < 1 || checkpointMs < 1 || rate < 0) {
      throw new ParameterException(spec.commandLine(), "counts must be 1 or more, --rate 0");
    }
    try {
      Files.createDirectories(folder);
      spec.commandLine().getOut().println(Machine.here().line());
      BenchSettings settings =
          new BenchSettings(
              TABLES,
              rows,
              ROW_BYTES,
              parallelism,
              pairs,
              new FileEnds(checkpointMs, BenchSettings.FILE_KB),
              SPOOL_MEGABYTES,
              folder);
      new SearchBench(settings, rate, spec.commandLine().getOut()).run(wanted).write(folder);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't work in " + folder + ": " + e, e);
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "a run has failed: " + RootCause.text(e), e);
    }
  }

  private SearchTrouble trouble(String word) {
    return Arrays.stream(SearchTrouble.values())
        .filter(trouble -> trouble != SearchTrouble.NONE && trouble.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "--trouble has no \"" + word + "\"; see --help"));
  }
}
