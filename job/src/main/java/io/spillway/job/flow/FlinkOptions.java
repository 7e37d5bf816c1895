package io.spillway.job.flow;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PlaceText;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.rocksdb.CompressionType;

/** The Flink options that the job depends on, and those of the pipeline file. */
public final class FlinkOptions {
  /** How often readers tell how far they are: bounds what a watermark adds to the latency. */
  private static final Duration WATERMARK_INTERVAL = Duration.ofMillis(100);

  private static final int RETAINED_CHECKPOINTS = 2;

  private FlinkOptions() {}

  /** Options for the environment that builds the job; the pipeline's own come last. */
  public static Configuration of(PipelineConfig config) {
    Configuration options = new Configuration();
    options.set(PipelineOptions.NAME, config.pipeline().name());
    options.set(PipelineOptions.GENERIC_TYPES, false);
    options.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    // rows are immutable and nobody keeps one: copying them between chained operators is waste
    options.set(PipelineOptions.OBJECT_REUSE, true);
    // events have no form outside of the chain of a source and its decode operator
    options.set(PipelineOptions.OPERATOR_CHAINING, true);
    options.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, WATERMARK_INTERVAL);
    options.addAll(state());
    options.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, config.pipeline().checkpointInterval());
    options.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    // an unaligned barrier overtakes rows: then a checkpoint no longer says what is in a file
    options.set(CheckpointingOptions.ENABLE_UNALIGNED, false);
    options.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, RETAINED_CHECKPOINTS);
    options.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    if (config.elasticsearch().isPresent()) {
      // an engine may be away for hours; a barrier that waits behind a full buffer isn't a failure
      options.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    }
    config
        .pipeline()
        .checkpointDir()
        .map(dir -> PlaceText.of(checkpoints(dir, config)))
        .ifPresent(dir -> options.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, dir));
    config.pipeline().flink().values().forEach(options::setString);
    return options;
  }

  /** A folder of the pipeline's own below a place that others may be told too. */
  public static URI checkpoints(URI shared, PipelineConfig config) {
    String place = shared.toString();
    String slash = place.endsWith("/") ? "" : "/";
    return URI.create(place + slash + config.pipeline().name());
  }

  /** How state is held. */
  public static Configuration state() {
    Configuration options = new Configuration();
    options.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    options.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    // the default is Snappy, which Flink's build of RocksDB contains without optimization
    options.set(
        RocksDBConfigurableOptions.COMPRESSION_PER_LEVEL, List.of(CompressionType.LZ4_COMPRESSION));
    // the rest of the state: each subtask has a copy of every table's structure, and what isn't
    // compressed Flink reads byte by byte
    options.set(ExecutionOptions.SNAPSHOT_COMPRESSION, true);
    return options;
  }
}
