package io.spillway.bench;

import io.spillway.event.Row;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;

/** Flink's own file sink with a folder per dispatcher: what one would write with Flink alone. */
public final class FlinkFiles {
  private FlinkFiles() {}

  /** Adds it behind decoded rows. */
  public static void store(DataStream<Row> rows, String path, long flushMs, long fileBytes) {
    Duration interval = Duration.ofMillis(flushMs);
    rows.keyBy(row -> row.dispatcher().key(), Types.STRING)
        .sinkTo(
            FileSink.<Row>forRowFormat(new org.apache.flink.core.fs.Path(path), new RowLines())
                .withBucketAssigner(new ByDispatcher())
                .withBucketCheckInterval(1000)
                .withRollingPolicy(
                    DefaultRollingPolicy.builder()
                        .withMaxPartSize(new MemorySize(fileBytes))
                        .withRolloverInterval(interval)
                        .withInactivityInterval(interval)
                        .build())
                .build())
        .uid("sink");
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
