package io.spillway.job.bench;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.job.run.EmbeddedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The settings that both jobs share, those that a production pipeline would begin with. */
final class BenchPipeline {
  static final long FILE_BYTES = 64L << 20;
  static final int FLUSH_SECONDS = 5;
  private static final int CHECKPOINT_SECONDS = 10;

  private BenchPipeline() {}

  /** Adds a job to an environment. */
  interface Graph {
    void build(StreamExecutionEnvironment env, PipelineConfig config);
  }

  static PipelineConfig config(int parallelism, BenchInput input, Path output)
      throws IOException, InvalidPipelineException {
    Files.createDirectories(output);
    Path file = output.resolve("pipeline.yaml");
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            """
            pipeline: {name: bench, parallelism: %d, checkpoint-interval: %d s}
            sources: [{type: files, path: '%s'}]
            storage: {path: data, file-size: %d kb, flush-interval: %d s}
            cursor: {events: {type: files, path: cursor}}
            errors: {dead-letters: {type: files, path: dead-letters}}
            """,
            parallelism,
            CHECKPOINT_SECONDS,
            input.folder().toAbsolutePath().toString().replace("'", "''"),
            FILE_BYTES >> 10,
            FLUSH_SECONDS));
    return PipelineLoader.load(file, Map.of());
  }

  /** Runs a job to its end; gives the ns from its start to its end. */
  static long run(PipelineConfig config, Graph graph) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(EmbeddedRun.options(config));
    config.pipeline().parallelism().ifPresent(env::setParallelism);
    graph.build(env, config);
    JobExecutionResult result = env.execute("bench");
    return TimeUnit.MILLISECONDS.toNanos(result.getNetRuntime());
  }
}
