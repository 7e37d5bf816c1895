package io.spillway.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/**
 * The job that a user would write: Flink's file source, Jackson, {@code keyBy}, Flink's file sink
 * with a folder per table. It drops DDLs and resolved events, and its files are those of
 * checkpoints.
 */
record UserJob(BenchSettings settings) implements Contender {
  @Override
  public String name() {
    return "jackson job";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output), (env, config) -> build(env, config));
  }

  private void build(StreamExecutionEnvironment env, PipelineConfig config) {
    SourceConfig.FilesSource files = (SourceConfig.FilesSource) config.sources().get(0);
    FileSource<String> source =
        FileSource.forRecordStreamFormat(
                new TextLineInputFormat(),
                new org.apache.flink.core.fs.Path(files.path().toString()))
            .build();
    FlinkFiles.store(
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "source")
            .uid("source")
            .flatMap(new TableOfRow())
            .returns(Types.TUPLE(Types.STRING, Types.STRING))
            .uid("table"),
        row -> row.f0,
        new Lines(),
        config.storage().orElseThrow().path().toString(),
        BenchPipeline.FLUSH_SECONDS * 1000L,
        settings.fileBytes());
  }

  @Override
  public boolean isData(Path file) {
    return FlinkFiles.isData(file);
  }

  private static final class TableOfRow implements FlatMapFunction<String, Tuple2<String, String>> {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void flatMap(String line, Collector<Tuple2<String, String>> out) throws IOException {
      JsonNode message = JSON.readTree(line);
      if (message.path("data").isArray() && !message.path("isDdl").asBoolean()) {
        String table = message.path("database").asText() + "." + message.path("table").asText();
        out.collect(Tuple2.of(table, line));
      }
    }
  }

  private static final class Lines implements Encoder<Tuple2<String, String>> {
    private static final long serialVersionUID = 1L;

    @Override
    public void encode(Tuple2<String, String> row, OutputStream out) throws IOException {
      out.write((row.f1 + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
