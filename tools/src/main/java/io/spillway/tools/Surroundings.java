package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.preflight.EngineProbe;
import io.spillway.tools.preflight.Finding;
import io.spillway.tools.preflight.Preflight;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a pipeline needs around it, looked at before it starts. */
final class Surroundings {
  private Surroundings() {}

  /**
   * Tells warnings.
   *
   * @throws CommandException with all that keeps the pipeline from running
   */
  static void require(PipelineConfig config, Path file, PrintWriter err) {
    require(Preflight.check(config), file, err);
  }

  /**
   * The same for the search engine, for which a run waits.
   *
   * @throws CommandException with all that keeps the sink from writing
   */
  static void requireEngine(PipelineConfig config, Path file, PrintWriter err) {
    try {
      require(EngineProbe.check(config), file, err);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.ENVIRONMENT, "interrupted", e);
    }
  }

  /** All that a pipeline lacks or that is odd about it, its search engine among them. */
  static List<Finding> findings(PipelineConfig config) {
    List<Finding> findings = new ArrayList<>(Preflight.check(config));
    try {
      findings.addAll(EngineProbe.check(config));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.ENVIRONMENT, "interrupted", e);
    }
    return findings;
  }

  private static void require(List<Finding> findings, Path file, PrintWriter err) {
    String faults =
        findings.stream()
            .filter(finding -> !finding.isWarning())
            .map(finding -> file + ": " + finding)
            .collect(Collectors.joining("\n"));
    if (!faults.isEmpty()) {
      throw new CommandException(ExitCode.ENVIRONMENT, faults);
    }
    findings.forEach(warning -> err.println(file + ": " + warning));
    err.flush();
  }
}
