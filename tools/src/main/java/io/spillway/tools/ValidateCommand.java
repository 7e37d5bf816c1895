package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway validate}: tells every fault of a pipeline file without running it. */
@Command(
    name = "validate",
    description = {
      "Checks a pipeline file and, unless --offline, whether its folders and topics are there, whether"
          + " its",
      "search engine answers, takes the login and has the version and the rights it needs, and what a"
          + " start",
      "would do. Changes nothing.",
      "Exit code 0: all is well; 1: a start would refuse; 2: the file is not valid; 3: a folder, topic"
          + " or",
      "engine is missing."
    })
final class ValidateCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Option(
      names = "--offline",
      description = "Look at the file only, not at folders, brokers and engines.")
  private boolean offline;

  @Override
  public Integer call() {
    PipelineConfig config = pipeline.load(main.environment());
    if (!offline) {
      Surroundings.require(config, pipeline.file(), spec.commandLine().getErr());
      Surroundings.requireEngine(config, pipeline.file(), spec.commandLine().getErr());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("ok: " + pipeline.file());
    PipelineSummary.lines(config).forEach(line -> out.println("  " + line));
    return offline ? ExitCode.OK : start(config, out);
  }

  /** Prints what {@code run} or {@code submit} would do now. */
  private static int start(PipelineConfig config, PrintWriter out) {
    FileSystems.initializeToProbe(config);
    try {
      PipelineStart start = PipelineStart.of(config);
      Optional<String> owned = start.running();
      if (owned.isEmpty()) {
        owned = start.refusal();
      }
      Decision decision =
          owned.isPresent()
              ? new Decision.Refuse(owned.get())
              : start.decide(false, false, false, line -> out.println("  " + line));
      StartText.lines(decision).forEach(line -> out.println("  " + line));
      return decision instanceof Decision.Refuse ? ExitCode.FAILED : ExitCode.OK;
    } catch (IOException e) {
      out.println("  what a start would do can't be seen from here: " + RootCause.of(e));
      return ExitCode.OK;
    }
  }
}
