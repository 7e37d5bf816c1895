package io.spillway.job;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
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
    return load(file, environment);
  }

  /** As {@link #load}, and also refuses what only a run in this process can do without. */
  PipelineConfig loadForCluster(Map<String, String> environment) {
    return loadForCluster(file, environment);
  }

  static PipelineConfig loadForCluster(Path file, Map<String, String> environment) {
    PipelineConfig config = load(file, environment);
    if (config.pipeline().checkpointDir().isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          file
              + ": pipeline.checkpoint-dir: is required on a cluster, as s3://bucket/checkpoints:"
              + " every process of it must reach the same place");
    }
    return config;
  }

  /** The pipeline of a file that a command takes beside its own argument. */
  static PipelineConfig load(Path file, Map<String, String> environment) {
    if (!Files.exists(file)) {
      throw new CommandException(ExitCode.USAGE, "no such file: " + file);
    }
    if (Files.isDirectory(file)) {
      throw new CommandException(ExitCode.USAGE, file + " is a folder, not a pipeline file");
    }
    try {
      return PipelineLoader.load(file, environment);
    } catch (InvalidPipelineException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "cannot read " + file, e);
    }
  }
}
