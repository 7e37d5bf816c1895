package io.spillway.bench.paced;

import io.spillway.decode.DecodeOperator;
import io.spillway.encode.CanalJsonRows;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Loopback;
import io.spillway.layout.DateSeparator;
import io.spillway.policy.JobMatrix;
import io.spillway.spool.FileTargets;
import io.spillway.spool.SpoolMemory;
import io.spillway.spool.SpoolOperator;
import io.spillway.spool.SpoolSettings;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.BucketFiles;
import io.spillway.storage.StorageCommandSerializer;
import io.spillway.storage.StorageSettings;
import io.spillway.storage.StorageSink;
import io.spillway.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The stages behind the decoding, with a source that keeps a schedule: what files of slow tables
 * look like, and how long rows take, can't be told from an input that is read at full speed.
 */
final class PacedJob {
  private static final int PARALLELISM = 2;
  private static final int DIGITS = 6;
  private static final int UPLOAD_THREADS = 16;
  private static final long QUOTA = 4L << 30;

  private PacedJob() {}

  /** What a job writes behind its decoding. */
  interface Output {
    void attach(SingleOutputStreamOperator<Row> rows);
  }

  /**
   * An environment in this process.
   *
   * @param more options beside those of every paced job
   */
  static StreamExecutionEnvironment environment(PacedSettings settings, Configuration more) {
    Configuration options = Loopback.options();
    options.set(PipelineOptions.OBJECT_REUSE, true);
    options.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(100));
    options.addAll(FlinkOptions.state());
    options.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(settings.checkpointMs()));
    options.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        settings.folder().resolve("checkpoints").toAbsolutePath().toUri().toString());
    options.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    options.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofSeconds(10));
    options.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    options.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    options.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    options.addAll(more);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(options);
    env.setParallelism(PARALLELISM);
    return env;
  }

  /** Rows on their schedule, decoded. */
  static SingleOutputStreamOperator<Row> rows(
      StreamExecutionEnvironment env, PacedSettings settings, long startMs) {
    long last = settings.rows() - 1;
    DataGeneratorSource<Event> source =
        new DataGeneratorSource<>(
            new PacedRows(settings, startMs), settings.rows(), WireTypes.EVENT);
    return env.fromSource(
            source,
            WatermarkStrategy.<Event>forGenerator(any -> new PacedWatermarks(last))
                .withTimestampAssigner((event, time) -> ((Row) event).commitTs()),
            "source")
        .setParallelism(1)
        .uid("source")
        .transform("decode", WireTypes.ROW, new DecodeOperator(JobMatrix.DEFAULT))
        .setParallelism(1)
        .uid("decode");
  }

  /** Spool and storage sink as in the real job, into a local folder whose files are read back. */
  static void store(SingleOutputStreamOperator<Row> rows, PacedSettings settings, Path root) {
    store(
        rows,
        settings,
        CountedFiles.SCHEME + "://" + root,
        0,
        plans ->
            plans
                .flatMap(new ReadableRows(root, DIGITS, new CanalJsonRows().extension()))
                .returns(Types.LONG)
                .uid("readable"));
  }

  /** Spool and storage sink as in the real job. */
  static void store(
      SingleOutputStreamOperator<Row> rows,
      PacedSettings settings,
      String root,
      long inlineBytes,
      StorageSink.CommitListener committed) {
    CanalJsonRows format = new CanalJsonRows();
    StorageSettings storage =
        new StorageSettings(
                root,
                DIGITS,
                format.extension(),
                UPLOAD_THREADS,
                UPLOAD_THREADS * (512L << 10),
                BucketClaim.of("paced"))
            .alone()
            .inline(inlineBytes);
    SpoolSettings spool =
        new SpoolSettings(
            new SpoolMemory.OfProcess(1),
            QUOTA,
            QUOTA / 10 * 8,
            QUOTA / 10 * 6,
            new FileTargets(settings.fileBytes(), settings.flushMs()),
            settings.checkpointMs(),
            DateSeparator.NONE,
            ZoneOffset.UTC,
            60_000,
            "",
            false);
    rows.keyBy(row -> row.dispatcher().key(), Types.STRING)
        .connect(rows.getSideOutput(DecodeOperator.BROADCASTS).broadcast())
        .transform(
            "spool",
            StorageCommandSerializer.TYPE,
            new SpoolOperator(spool, format, () -> new BucketFiles(storage), JobMatrix.DEFAULT))
        .uid("spool")
        .sinkTo(new StorageSink(storage, JobMatrix.DEFAULT, committed))
        .name("storage")
        .uid("storage");
  }
}
