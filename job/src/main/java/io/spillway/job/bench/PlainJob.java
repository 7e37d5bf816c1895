package io.spillway.job.bench;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.DecodeOperator;
import io.spillway.decode.DispatcherBy;
import io.spillway.event.Row;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.policy.JobMatrix;
import io.spillway.source.FilesInput;
import io.spillway.source.Watermarks;
import io.spillway.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;

/**
 * What one would write with Flink alone: the same source and decoding, then Flink's own file sink
 * with a folder per dispatcher. It knows nothing of DDLs, of progress or of file numbers.
 */
record PlainJob(int parallelism) implements Contender {
  private static final String PREFIX = "part-";

  @Override
  public String name() {
    return "file sink";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(parallelism, input, output), (env, config) -> build(env, config));
  }

  private static void build(StreamExecutionEnvironment env, PipelineConfig config) {
    SourceConfig.FilesSource files = (SourceConfig.FilesSource) config.sources().get(0);
    env.fromSource(
            FilesInput.of(
                files.path().toString(),
                () -> new CanalJsonDecoder(DispatcherBy.TABLE),
                JobMatrix.DEFAULT),
            Watermarks.aligned(
                Watermarks.resolved(), config.pipeline().name(), files.reading().maxDrift()),
            "source",
            WireTypes.EVENT)
        .uid("source")
        .transform("decode", WireTypes.ROW, new DecodeOperator(JobMatrix.DEFAULT))
        .uid("decode")
        .keyBy(row -> row.dispatcher().key(), Types.STRING)
        .sinkTo(sink(config.storage().orElseThrow().path().toString()))
        .uid("sink");
  }

  private static FileSink<Row> sink(String path) {
    Duration interval = Duration.ofSeconds(BenchPipeline.FLUSH_SECONDS);
    return FileSink.<Row>forRowFormat(new org.apache.flink.core.fs.Path(path), new RowLines())
        .withBucketAssigner(new ByDispatcher())
        .withBucketCheckInterval(1000)
        .withRollingPolicy(
            DefaultRollingPolicy.builder()
                .withMaxPartSize(new MemorySize(BenchPipeline.FILE_BYTES))
                .withRolloverInterval(interval)
                .withInactivityInterval(interval)
                .build())
        .build();
  }

  @Override
  public boolean isData(Path file) {
    return file.getFileName().toString().startsWith(PREFIX);
  }

  private static final class ByDispatcher implements BucketAssigner<Row, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getBucketId(Row row, Context context) {
      return row.dispatcher().key();
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
      return SimpleVersionedStringSerializer.INSTANCE;
    }
  }
}
