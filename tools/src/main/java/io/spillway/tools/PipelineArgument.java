package io.spillway.tools;

import io.spillway.job.PipelineFile;
import io.spillway.job.config.PipelineConfig;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** The pipeline file on the command line, for every command that takes one. */
final class PipelineArgument {
  @Parameters(paramLabel = "FILE", description = "The pipeline file (YAML).")
  private Path file;

  Path file() {
    return file;
  }

  /** The pipeline; ends the command where the file cannot be read or is not valid. */
  PipelineConfig load(Map<String, String> environment) {
    return PipelineFile.load(file, environment);
  }

  /** As {@link #load}, and also refuses what only a run in this process can do without. */
  PipelineConfig loadForCluster(Map<String, String> environment) {
    return PipelineFile.loadForCluster(file, environment);
  }
}
