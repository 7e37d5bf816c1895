package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.PipelineFile;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.MatrixFile;
import io.spillway.job.config.PolicyReader;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.Phase;
import io.spillway.policy.PolicyKey;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyOverrides;
import io.spillway.tools.cursor.CursorTable;
import io.spillway.tools.policy.PolicyText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway explain}: what a failure means, and what says so. */
@Command(
    name = "explain",
    description = {
      "Shows the policy matrix, or what it says of one failure.",
      "For example: explain storage commit failed timeout",
      "Exit code 0: shown; 2: there is no such failure, or a file is not valid."
    })
final class ExplainCommand implements Callable<Integer> {
  private static final int NAMES = 4;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  @Option(
      names = {"-p", "--pipeline"},
      paramLabel = "FILE",
      description = "A pipeline file: its settings and overrides count.")
  private Path pipeline;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "A file of overrides, instead of those of the pipeline.")
  private Path overrides;

  @Option(
      names = "--matrix",
      paramLabel = "FILE",
      description = "A file with a whole matrix, in place of the built-in one.")
  private Path whole;

  @Option(
      names = "--json",
      description = "Print a JSON object for each rule, one a line; of one failure its lines.")
  private boolean json;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..4",
      description = "Domain, event type, phase and kind of error; none for the whole table.")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (!names.isEmpty() && names.size() != NAMES) {
      throw new ParameterException(
          spec.commandLine(), "either no name or four: domain, type, phase and kind");
    }
    PolicyMatrix matrix = matrix();
    if (names.isEmpty()) {
      CursorTable table = PolicyText.table(matrix);
      if (json) {
        table.printJson(out);
      } else {
        table.print(out);
      }
    } else {
      List<String> lines = PolicyText.lines(matrix, base(), key(matrix));
      if (json) {
        out.println(new JsonLine().put("lines", lines));
      } else {
        lines.forEach(out::println);
      }
    }
    return ExitCode.OK;
  }

  private PolicyMatrix base() {
    if (whole != null) {
      return matrixFile();
    }
    return pipeline == null
        ? JobMatrix.DEFAULT
        : PipelineFile.load(pipeline, main.environment()).basePolicy();
  }

  private PolicyMatrix matrix() {
    if (overrides == null) {
      return pipeline == null || whole != null
          ? base()
          : PipelineFile.load(pipeline, main.environment()).policy();
    }
    try {
      PolicyOverrides.Outcome outcome = PolicyOverrides.apply(base(), PolicyReader.read(overrides));
      if (!outcome.faults().isEmpty()) {
        throw PolicyReader.refused(overrides, outcome.faults());
      }
      return outcome.matrix();
    } catch (InvalidPipelineException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, "cannot read " + overrides + ": " + e, e);
    }
  }

  private PolicyMatrix matrixFile() {
    try {
      return MatrixFile.read(whole);
    } catch (InvalidPipelineException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, "cannot read " + whole + ": " + e, e);
    }
  }

  private PolicyKey key(PolicyMatrix matrix) {
    Phase phase =
        Arrays.stream(Phase.values())
            .filter(p -> p.word().equals(names.get(2).toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () -> unknown("phase " + names.get(2), "started, completed, failed, retry"));
    PolicyKey key = new PolicyKey(names.get(0), names.get(1), phase, names.get(3));
    var events = matrix.vocabulary().domains().get(key.domain());
    if (events == null) {
      throw unknown("domain " + key.domain(), list(matrix.vocabulary().domains().keySet()));
    }
    if (!events.containsKey(key.type())) {
      throw unknown("event " + key.domain() + " " + key.type(), list(events.keySet()));
    }
    if (!matrix.vocabulary().knows(key)) {
      throw unknown("kind " + key.kind(), list(events.get(key.type()).kinds()));
    }
    return key;
  }

  private ParameterException unknown(String what, String known) {
    return new ParameterException(
        spec.commandLine(), "there is no " + what + "; there are: " + known);
  }

  private static String list(java.util.Set<String> names) {
    return names.stream().collect(Collectors.joining(", "));
  }
}
