package io.spillway.bench;

import io.spillway.event.Row;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;

/** Flink's own file sink with a folder per table: what one would write with Flink alone. */
public final class FlinkFiles {
  private FlinkFiles() {}

  /** Adds it behind decoded rows. */
  public static void store(DataStream<Row> rows, String path, long flushMs, long fileBytes) {
    store(rows, row -> row.dispatcher().key(), new RowLines(), path, flushMs, fileBytes);
  }

  /**
   * Adds it behind rows of any kind.
   *
   * @param table by which rows are exchanged, and the name of their folder
   */
  static <T> void store(
      DataStream<T> rows,
      KeySelector<T, String> table,
      Encoder<T> lines,
      String path,
      long flushMs,
      long fileBytes) {
    Duration interval = Duration.ofMillis(flushMs);
    rows.keyBy(table, Types.STRING)
        .sinkTo(
            FileSink.forRowFormat(new org.apache.flink.core.fs.Path(path), lines)
                .withBucketAssigner(new ByTable<>(table))
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

  /** A folder for each table. */
  static <T> BucketAssigner<T, String> byTable(KeySelector<T, String> table) {
    return new ByTable<>(table);
  }

  /** Whether it has written this file. */
  static boolean isData(Path file) {
    return file.getFileName().toString().startsWith("part-");
  }

  private static final class ByTable<T> implements BucketAssigner<T, String> {
    private static final long serialVersionUID = 1L;

    private final KeySelector<T, String> table;

    ByTable(KeySelector<T, String> table) {
      this.table = table;
    }

    @Override
    public String getBucketId(T row, Context context) {
      try {
        return table.getKey(row);
      } catch (Exception e) {
        throw new IllegalStateException("a row has no table", e);
      }
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
      return SimpleVersionedStringSerializer.INSTANCE;
    }
  }
}
