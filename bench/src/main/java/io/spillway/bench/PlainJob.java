package io.spillway.bench;

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
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * This job's source and decoding, then Flink's own file sink with a folder per dispatcher. It knows
 * nothing of DDLs, of progress or of file numbers.
 */
record PlainJob(BenchSettings settings) implements Contender {
  @Override
  public String name() {
    return "file sink";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output), (env, config) -> build(env, config));
  }

  private void build(StreamExecutionEnvironment env, PipelineConfig config) {
    FlinkFiles.store(
        rows(env, config),
        config.storage().orElseThrow().path().toString(),
        BenchPipeline.FLUSH_SECONDS * 1000L,
        settings.fileBytes());
  }

  /** The job's own source and decoding. */
  static DataStream<Row> rows(StreamExecutionEnvironment env, PipelineConfig config) {
    SourceConfig.FilesSource files = (SourceConfig.FilesSource) config.sources().get(0);
    return env.fromSource(
            FilesInput.of(
                files.path().toString(),
                (times, earlier) -> new CanalJsonDecoder(DispatcherBy.TABLE),
                JobMatrix.DEFAULT),
            Watermarks.aligned(
                Watermarks.resolved(), config.pipeline().name(), files.reading().maxDrift()),
            "source",
            WireTypes.EVENT)
        .uid("source")
        .transform("decode", WireTypes.ROW, new DecodeOperator(JobMatrix.DEFAULT))
        .uid("decode");
  }

  @Override
  public boolean isData(Path file) {
    return FlinkFiles.isData(file);
  }
}
