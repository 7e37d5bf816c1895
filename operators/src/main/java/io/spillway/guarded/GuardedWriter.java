package io.spillway.guarded;

import io.spillway.policy.Failures;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;

/**
 * Asks for every failure of a writer. Whatever is answered, it is thrown on: a record that may be
 * half written can only be written again after a restore, and no row of the matrix says otherwise.
 */
final class GuardedWriter<T, S, C> implements StatefulSinkWriter<T, S>, CommittingSinkWriter<T, C> {
  private final StatefulSinkWriter<T, S> writer;
  private final CommittingSinkWriter<T, C> committing;
  private final Failures failures;

  /**
   * @param committing the same writer
   */
  GuardedWriter(
      StatefulSinkWriter<T, S> writer, CommittingSinkWriter<T, C> committing, Failures failures) {
    this.writer = writer;
    this.committing = committing;
    this.failures = failures;
  }

  @Override
  public void write(T record, Context context) throws IOException, InterruptedException {
    try {
      writer.write(record, context);
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    try {
      writer.flush(endOfInput);
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public Collection<C> prepareCommit() throws IOException, InterruptedException {
    try {
      return committing.prepareCommit();
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public List<S> snapshotState(long checkpointId) throws IOException {
    try {
      return writer.snapshotState(checkpointId);
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
    writer.writeWatermark(watermark);
  }

  @Override
  public void close() throws Exception {
    writer.close();
  }
}
