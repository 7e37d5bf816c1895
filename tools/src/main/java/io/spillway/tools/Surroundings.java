package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.preflight.Finding;
import io.spillway.tools.preflight.Preflight;
import java.io.PrintWriter;
import java.nio.file.Path;
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
    List<Finding> findings = Preflight.check(config);
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
