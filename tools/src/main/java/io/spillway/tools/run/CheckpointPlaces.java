package io.spillway.tools.run;

import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import java.net.URI;
import java.util.Optional;
import org.apache.flink.core.fs.Path;

/** Where a pipeline's checkpoints are. */
public final class CheckpointPlaces {
  private CheckpointPlaces() {}

  /** Of this pipeline alone: others may be told the same place, or write into the same bucket. */
  public static Path own(PipelineConfig config) {
    return new Path(FlinkOptions.checkpoints(shared(config).toUri(), config));
  }

  /** What is configured, or beside the output; 0.1.0 put the checkpoints of all pipelines there. */
  public static Path shared(PipelineConfig config) {
    return new Path(config.pipeline().checkpointDir().orElseGet(() -> beside(config)));
  }

  private static URI beside(PipelineConfig config) {
    return config
        .storage()
        .map(s -> URI.create(s.path() + ".checkpoints"))
        .or(() -> besideEvents(config.cursor().events()))
        .orElseThrow(
            () ->
                new IllegalArgumentException("pipeline.checkpoint-dir is required without files"));
  }

  private static Optional<URI> besideEvents(Location events) {
    return events instanceof Location.Files files
        ? Optional.of(URI.create(files.path() + ".checkpoints"))
        : Optional.empty();
  }
}
