package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.tools.preflight.Finding;
import io.spillway.tools.rules.RuleEffects;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway validate}: tells every fault of a pipeline file without running it. */
@Command(
    name = "validate",
    description = {
      "Checks a pipeline file, what it names, and what a start would do.",
      "Unless --offline, folders and topics must be there, and the search engine must answer, take the",
      "login and have the version and the rights that are needed. Changes nothing.",
      "Exit code 0: all is well; 1: a start would refuse; 2: the file is not valid; 3: a folder, topic"
          + " or engine is missing."
    })
final class ValidateCommand implements Callable<Integer> {
  private static final OptionRange SAMPLE = new OptionRange("--sample", 1, 1_000_000);

  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Option(
      names = "--offline",
      description = "Look at the file only, not at folders, brokers and engines.")
  private boolean offline;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "Read N messages of each partition, the first of files and the last of topics, and show"
              + " what the rules of section tables do to their tables.")
  private Integer sample;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (sample != null) {
      SAMPLE.check(sample, spec);
    }
    if (sample != null && offline) {
      throw new ParameterException(
          spec.commandLine(), "--sample reads the sources, so it can't go with --offline");
    }
    return json ? object() : text();
  }

  private int text() {
    PipelineConfig config = pipeline.load(main.environment());
    if (!offline) {
      Surroundings.require(config, pipeline.file(), spec.commandLine().getErr());
      Surroundings.requireEngine(config, pipeline.file(), spec.commandLine().getErr());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("ok: " + pipeline.file());
    PipelineSummary.lines(config).forEach(line -> out.println("  " + line));
    if (offline) {
      return ExitCode.OK;
    }
    List<String> start = new ArrayList<>();
    int exitCode = start(config, start);
    start.forEach(line -> out.println("  " + line));
    if (sample != null) {
      effects(config).lines().forEach(line -> out.println("  " + line));
    }
    return exitCode;
  }

  private int object() {
    JsonLine line = new JsonLine().put("file", pipeline.file().toString());
    List<Map<String, Object>> faults = new ArrayList<>();
    List<String> start = new ArrayList<>();
    int exitCode;
    try {
      PipelineConfig config = PipelineLoader.load(pipeline.file(), main.environment());
      exitCode = offline ? ExitCode.OK : surroundings(config, faults);
      exitCode = offline || exitCode != ExitCode.OK ? exitCode : start(config, start);
      if (sample != null && exitCode != ExitCode.ENVIRONMENT) {
        line.put("sample", effects(config).fields());
      }
    } catch (InvalidPipelineException e) {
      e.faults()
          .forEach(
              fault ->
                  faults.add(
                      new JsonLine()
                          .put("line", fault.line())
                          .put("key", fault.path())
                          .put("message", (fault.given() + " " + fault.message()).strip())
                          .put("warning", false)
                          .fields()));
      exitCode = ExitCode.USAGE;
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, "can't read " + pipeline.file() + ": " + e, e);
    }
    line.put("ok", exitCode == ExitCode.OK).put("faults", faults).put("start", start);
    spec.commandLine().getOut().println(line);
    return exitCode;
  }

  private RuleEffects effects(PipelineConfig config) {
    try {
      return RuleEffects.of(config, sample);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.ENVIRONMENT, "can't sample the sources: " + RootCause.of(e), e);
    }
  }

  private static int surroundings(PipelineConfig config, List<Map<String, Object>> faults) {
    List<Finding> findings = Surroundings.findings(config);
    for (Finding finding : findings) {
      faults.add(
          new JsonLine()
              .put("line", 0)
              .put("key", finding.path())
              .put("message", finding.message())
              .put("warning", finding.isWarning())
              .fields());
    }
    return findings.stream().allMatch(Finding::isWarning) ? ExitCode.OK : ExitCode.ENVIRONMENT;
  }

  /** Adds what {@code run} or {@code submit} would do now. */
  private static int start(PipelineConfig config, List<String> lines) {
    FileSystems.initializeToProbe(config);
    try {
      PipelineStart start = PipelineStart.of(config);
      Optional<String> owned = start.running();
      if (owned.isEmpty()) {
        owned = start.refusalOfFiles();
      }
      if (owned.isEmpty()) {
        owned = start.refusal();
      }
      Decision decision =
          owned.isPresent()
              ? new Decision.Refuse(owned.get())
              : start.decide(false, false, false, lines::add);
      lines.addAll(StartText.lines(decision));
      return decision instanceof Decision.Refuse ? ExitCode.FAILED : ExitCode.OK;
    } catch (IOException e) {
      lines.add("what a start would do can't be seen from here: " + RootCause.of(e));
      return ExitCode.OK;
    }
  }
}
