package io.spillway.bench;

import io.spillway.event.Row;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The stages that every job needs before it can write a row where it belongs, with nothing behind
 * them: no job with this source can be faster than they are.
 *
 * @param exchanged whether rows also go to the task that their dispatcher belongs to, as they must
 *     wherever one dispatcher comes from several partitions
 */
record FirstStages(BenchSettings settings, boolean exchanged) implements Contender {
  /** The writers are in this process, but not reachable from here. */
  private static final AtomicLong LAST_ROW_NANOS = new AtomicLong();

  @Override
  public String name() {
    return exchanged ? "exchange" : "decode";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    LAST_ROW_NANOS.set(Long.MIN_VALUE);
    long started = System.nanoTime();
    BenchPipeline.execute(
        BenchPipeline.config(settings, input, output),
        (env, config) -> {
          DataStream<Row> rows = PlainJob.rows(env, config);
          if (exchanged) {
            rows = rows.keyBy(row -> row.dispatcher().key(), Types.STRING);
          }
          rows.sinkTo(new Discard()).uid("discard");
        });
    return LAST_ROW_NANOS.get() - started;
  }

  @Override
  public boolean isData(Path file) {
    return false;
  }

  private static final class Discard implements Sink<Row> {
    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<Row> createWriter(WriterInitContext context) {
      return new DiscardWriter();
    }
  }

  /** Notes when the last row came: the job itself ends later, with a last checkpoint. */
  private static final class DiscardWriter implements SinkWriter<Row> {
    private long lastNanos = Long.MIN_VALUE;

    @Override
    public void write(Row row, Context context) {
      lastNanos = System.nanoTime();
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {
      LAST_ROW_NANOS.accumulateAndGet(lastNanos, Math::max);
    }
  }
}
