package io.spillway.tools.demo;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/**
 * What one would write with Flink alone: messages of a folder into files of a folder per table, by
 * Flink's own sink, exactly once.
 */
public final class PlainSink {
  private static final int PARALLELISM = 2;
  private static final Duration CHECKPOINTS = Duration.ofSeconds(1);

  private PlainSink() {}

  /** Delivers a folder of canal-json lines; resolved events are left out. */
  public static void deliver(Path input, Path output, Configuration options) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(options);
    env.setParallelism(PARALLELISM);
    env.enableCheckpointing(CHECKPOINTS.toMillis());
    FileSource<String> source =
        FileSource.forRecordStreamFormat(new TextLineInputFormat(), flink(input)).build();
    FileSink<String> sink =
        FileSink.forRowFormat(flink(output), new SimpleStringEncoder<String>())
            .withBucketAssigner(new FolderPerTable())
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .build();
    env.fromSource(source, WatermarkStrategy.noWatermarks(), "messages")
        .uid("messages")
        .filter(line -> !line.contains("\"TIDB_WATERMARK\""))
        .uid("changes")
        .keyBy(FolderPerTable::of)
        .sinkTo(sink)
        .uid("files");
    env.execute("plain file sink");
  }

  private static org.apache.flink.core.fs.Path flink(Path path) {
    return new org.apache.flink.core.fs.Path(path.toAbsolutePath().toUri());
  }

  private static final class FolderPerTable implements BucketAssigner<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getBucketId(String line, Context context) {
      return of(line);
    }

    static String of(String line) {
      return value(line, "database") + "/" + value(line, "table");
    }

    private static String value(String line, String name) {
      String before = "\"" + name + "\":\"";
      int begin = line.indexOf(before) + before.length();
      return line.substring(begin, line.indexOf('"', begin));
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
      return SimpleVersionedStringSerializer.INSTANCE;
    }
  }
}
