package io.spillway.job;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads a pipeline file; what is wrong with it ends the command that wanted it. */
public final class PipelineFile {
  private PipelineFile() {}

  /** As {@link #load}, and also refuses what only a run in one process can do without. */
  public static PipelineConfig loadForCluster(Path file, Map<String, String> environment) {
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

  /**
   * The pipeline that the file defines.
   *
   * @throws CommandException where the file cannot be read or is not valid
   */
  public static PipelineConfig load(Path file, Map<String, String> environment) {
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
