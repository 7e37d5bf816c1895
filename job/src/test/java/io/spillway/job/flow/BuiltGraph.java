package io.spillway.job.flow;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** The graph that Flink makes of a pipeline file. */
final class BuiltGraph {
  private BuiltGraph() {}

  static StreamGraph of(Path folder, String pipeline) throws IOException, InvalidPipelineException {
    PipelineConfig config = load(folder, pipeline);
    Configuration options = FlinkOptions.of(config);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(options);
    new Topology(config).build(env);
    return env.getStreamGraph();
  }

  static PipelineConfig load(Path folder, String pipeline)
      throws IOException, InvalidPipelineException {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline);
    return PipelineLoader.load(file, Map.of());
  }
}
