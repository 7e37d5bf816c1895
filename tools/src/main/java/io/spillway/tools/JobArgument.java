package io.spillway.tools;

import io.spillway.job.PipelineFile;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.run.CheckpointPlaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.fs.FileSystem;
import picocli.CommandLine.Parameters;

/** Which job a command is for: that of a pipeline file, or one by its id or name. */
final class JobArgument {
  private static final String SAVEPOINTS = "savepoints";

  @Parameters(
      paramLabel = "FILE|JOB",
      description = "The pipeline file, or the job's id or name on the cluster.")
  private String job;

  /** As it was given. */
  String text() {
    return job;
  }

  /** The pipeline, where a file was given. */
  Optional<PipelineConfig> pipeline(Map<String, String> environment) {
    Path file = Path.of(job);
    return Files.isRegularFile(file) || job.endsWith(".yaml") || job.endsWith(".yml")
        ? Optional.of(PipelineFile.loadForCluster(file, environment))
        : Optional.empty();
  }

  /** What the job is called on the cluster. */
  String wanted(Optional<PipelineConfig> pipeline) {
    return pipeline.map(config -> config.pipeline().name()).orElse(job);
  }

  /**
   * Where savepoints go: what was said, else beside the pipeline's checkpoints, else null, which
   * leaves it to the cluster.
   */
  static String folder(String said, Optional<PipelineConfig> pipeline) {
    if (said != null) {
      return VerifyCommand.root(said).toString();
    }
    return pipeline
        .map(
            config ->
                new org.apache.flink.core.fs.Path(
                        new org.apache.flink.core.fs.Path(
                            CheckpointPlaces.shared(config), SAVEPOINTS),
                        config.pipeline().name())
                    .toString())
        .orElse(null);
  }

  /** As people write it: what is no file of this machine keeps its scheme. */
  static String shown(String path) {
    org.apache.flink.core.fs.Path place = new org.apache.flink.core.fs.Path(path);
    return FileSystem.getLocalFileSystem().getUri().getScheme().equals(place.toUri().getScheme())
        ? place.getPath()
        : path;
  }
}
