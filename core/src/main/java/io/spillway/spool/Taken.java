package io.spillway.spool;

import io.spillway.event.RowBatch;
import io.spillway.event.TracedRow;
import io.spillway.plan.SealedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one file while they are taken from the spool: those to be written are passed on. */
final class Taken {
  private final DispatcherBuffer.PartConsumer out;
  private final DispatcherBuffer.Dropped dropped;
  private final List<String> traces = new ArrayList<>(0);
  private long rows;
  private long bytes;
  private long droppedRows;
  private long newestDropped = Long.MIN_VALUE;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /**
   * @param dropped null where every row is to be written
   */
  Taken(DispatcherBuffer.PartConsumer out, DispatcherBuffer.Dropped dropped) {
    this.out = out;
    this.dropped = dropped;
  }

  /** Takes rows {@code from} to {@code to - 1} of a batch. */
  void add(RowBatch batch, int from, int to) throws Exception {
    if (dropped == null) {
      write(batch, from, to);
      return;
    }
    int run = from;
    for (int row = from; row < to; row++) {
      int start = batch.start(row);
      if (dropped.test(batch.commitTs(row), batch.bytes(), start, batch.start(row + 1))) {
        write(batch, run, row);
        droppedRows++;
        newestDropped = Math.max(newestDropped, batch.commitTs(row));
        run = row + 1;
      }
    }
    write(batch, run, to);
  }

  private void write(RowBatch batch, int from, int to) throws IOException {
    if (from == to) {
      return;
    }
    int offset = batch.start(from);
    int length = batch.start(to) - offset;
    out.accept(batch.bytes(), offset, length);
    bytes += length;
    rows += to - from;
    first = Math.min(first, batch.commitTs(from));
    last = batch.commitTs(to - 1);
    for (TracedRow row : batch.traced(from, to)) {
      if (traces.size() < RowBatch.MOST_TRACED) {
        traces.add(row.id());
      }
    }
  }

  /** Bytes that are to be written so far. */
  long bytes() {
    return bytes;
  }

  /** Rows left out. */
  long dropped() {
    return droppedRows;
  }

  /** Commit timestamp of the newest row left out; {@link Long#MIN_VALUE} for none. */
  long newestDropped() {
    return newestDropped;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** What the file has; not for {@link #isEmpty none}. */
  SealedRows sealed() {
    return new SealedRows(rows, bytes, first, last, traces);
  }
}
