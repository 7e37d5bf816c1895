package io.spillway.guarded;

import io.spillway.policy.Failures;
import java.io.IOException;
import java.net.SocketTimeoutException;
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
  private final Reached reached;
  private boolean begun;
  private long begunMs;

  /**
   * @param committing the same writer
   * @param reached what it writes to
   */
  GuardedWriter(
      StatefulSinkWriter<T, S> writer,
      CommittingSinkWriter<T, C> committing,
      Failures failures,
      Reached reached) {
    this.reached = reached;
    this.writer = writer;
    this.committing = committing;
    this.failures = failures;
  }

  @Override
  public void write(T record, Context context) throws IOException, InterruptedException {
    if (!begun) {
      // a producer that hasn't written to its topic for a while asks for it first
      var unused = reached.await();
      begun = true;
      begunMs = reached.now();
    }
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
    Collection<C> prepared;
    try {
      prepared = committing.prepareCommit();
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
    // the snapshot that comes next begins another transaction, and must not wait itself
    boolean waited = reached.await();
    if (waited && !prepared.isEmpty() && reached.isTooOld(begunMs)) {
      throw tooOld();
    }
    begun = false;
    return prepared;
  }

  /** A checkpoint with a transaction that brokers abort would lose the records of that. */
  private IOException tooOld() {
    IOException failure =
        new SocketTimeoutException(
            "brokers were away for too long: they abort what was written before, and it is written"
                + " again");
    var unused = failures.decide(failure);
    return failure;
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
    try (reached) {
      writer.close();
    }
  }
}
