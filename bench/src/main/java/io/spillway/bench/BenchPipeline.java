package io.spillway.bench;

import io.spillway.encode.Compression;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.tools.run.EmbeddedRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The settings that all jobs share, those that a production pipeline would begin with. */
final class BenchPipeline {
  static final int FLUSH_SECONDS = 5;

  /** Folder of the data files below the output. */
  static final String DATA = "data";

  private BenchPipeline() {}

  /** Adds a job to an environment. */
  interface Graph {
    void build(StreamExecutionEnvironment env, PipelineConfig config);
  }

  static PipelineConfig config(BenchSettings settings, BenchInput input, Path output)
      throws IOException, InvalidPipelineException {
    return config(settings, input, output, Compression.NONE, "canal-json");
  }

  static PipelineConfig config(
      BenchSettings settings, BenchInput input, Path output, Compression compression, String format)
      throws IOException, InvalidPipelineException {
    String storage =
        "flush-interval: "
            + FLUSH_SECONDS
            + " s, compression: "
            + compression.name().toLowerCase(Locale.ROOT)
            + ", format: "
            + format;
    return config(settings, input.folder().toAbsolutePath().toString(), output, storage, "");
  }

  /**
   * @param input path of the only source
   * @param storage further keys of the section
   * @param sections further ones, a line each
   */
  static PipelineConfig config(
      BenchSettings settings, String input, Path output, String storage, String sections)
      throws IOException, InvalidPipelineException {
    Files.createDirectories(output);
    Path file = output.resolve("pipeline.yaml");
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            """
            pipeline: {name: bench, parallelism: %d, checkpoint-interval: %d ms}
            sources: [{type: files, path: '%s'}]
            spool: {memory: %d mb}
            storage: {path: %s, file-size: %d kb, %s}
            cursor: {events: {type: files, path: cursor}}
            errors: {dead-letters: {type: files, path: dead-letters}}
            %s
            """,
            settings.parallelism(),
            settings.files().checkpointMs(),
            input.replace("'", "''"),
            settings.spoolMegabytes(),
            DATA,
            settings.files().sizeKb(),
            storage,
            sections));
    return PipelineLoader.load(file, Map.of());
  }

  /**
   * Runs a job to its end; gives the ns from its start to its last commit. What follows that, the
   * wait for the last checkpoint of an input that ends, is no part of a stream.
   */
  static long run(PipelineConfig config, Graph graph) throws Exception {
    long startMillis = System.currentTimeMillis();
    execute(config, graph);
    long endMillis = lastChange(Path.of(config.storage().orElseThrow().path()));
    return TimeUnit.MILLISECONDS.toNanos(endMillis - startMillis);
  }

  /** Runs a job to its end. */
  static void execute(PipelineConfig config, Graph graph) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(EmbeddedRun.options(config));
    config.pipeline().parallelism().ifPresent(env::setParallelism);
    graph.build(env, config);
    env.execute("bench");
  }

  /**
   * A commit renames or writes a file, and either way its folder has changed. The root doesn't
   * count: progress is written there without any data, too.
   */
  private static long lastChange(Path output) throws IOException {
    try (Stream<Path> tree = Files.walk(output)) {
      return tree.filter(path -> Files.isDirectory(path) && !path.equals(output))
          .mapToLong(BenchPipeline::changed)
          .max()
          .orElseThrow();
    }
  }

  private static long changed(Path folder) {
    try {
      return Files.getLastModifiedTime(folder).toMillis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
