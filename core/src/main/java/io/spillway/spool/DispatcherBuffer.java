package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowBatch;
import io.spillway.event.RowBatchBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * All rows of one dispatcher that are not sealed yet. Rows come in any order and leave in the order
 * of commit timestamp, rows of equal timestamp in the order in which they came. Not thread-safe.
 */
final class DispatcherBuffer {
  /** Takes one run of encoded rows; the bytes don't change any more. */
  interface PartConsumer {
    void accept(byte[] bytes, int offset, int length) throws IOException;
  }

  /** Rows that are taken from the spool without being written. */
  interface Dropped {
    boolean test(long commitTs, byte[] bytes, int start, int end) throws Exception;
  }

  private final DispatcherId dispatcher;
  private final SpoolBudget budget;
  private final PriorityQueue<SpooledBatch> held = new PriorityQueue<>(SpooledBatch.ORDER);
  private final Passes passes = new Passes();
  private RowBatchBuilder open;
  private int lastBytes;
  private int lastRows;
  private long nextSequence;
  private long bytes;

  DispatcherBuffer(DispatcherId dispatcher, SpoolBudget budget) {
    this.dispatcher = dispatcher;
    this.budget = budget;
  }

  DispatcherId dispatcher() {
    return dispatcher;
  }

  Passes passes() {
    return passes;
  }

  boolean isEmpty() {
    return open == null && held.isEmpty();
  }

  /** Bytes of all rows. */
  long bytes() {
    return bytes;
  }

  /** Appends a row; returns a batch that this has filled, or null. */
  SpooledBatch append(Row row, RowFormat format, long nowMs, long batchAgeMs) {
    SpooledBatch full = null;
    if (open != null && (open.isFull() || nowMs - open.arrivedMs() >= batchAgeMs)) {
      full = close();
    }
    if (open == null) {
      // a little more than the last one took: mostly there is nothing to grow and nothing to trim
      open =
          new RowBatchBuilder(nowMs, lastBytes + (lastBytes >> 3), lastRows + (lastRows >> 3) + 1);
      budget.heap(open.heapBytes());
    }
    int heapBefore = open.heapBytes();
    int bytesBefore = open.bytes();
    format.append(row, open);
    open.pass(passes.note(row));
    if (row.trace() != null) {
      open.trace(row.trace());
    }
    bytes += open.bytes() - bytesBefore;
    budget.heap(open.heapBytes() - heapBefore);
    budget.rows(1);
    return full;
  }

  /** Closes the batch that rows are being appended to; returns it, or null where there is none. */
  SpooledBatch close() {
    if (open == null) {
      return null;
    }
    return close(open.build());
  }

  private SpooledBatch close(RowBatch batch) {
    budget.heap(batch.heapBytes() - open.heapBytes());
    lastBytes = open.bytes();
    lastRows = open.size();
    open = null;
    SpooledBatch closed = SpooledBatch.fresh(dispatcher, nextSequence++, batch);
    held.add(closed);
    return closed;
  }

  /** Takes in a batch found in state after a restart. */
  void restore(long sequence, RowBatch batch) {
    SpooledBatch restored = SpooledBatch.restored(dispatcher, sequence, batch);
    held.add(restored);
    nextSequence = Math.max(nextSequence, sequence + 1);
    bytes += restored.bytes();
    budget.rows(restored.rows());
    budget.disk(restored.bytes());
  }

  /** Commit timestamp of the oldest row; {@link Long#MAX_VALUE} where there is none. */
  long oldestCommitTs() {
    long oldest = held.isEmpty() ? Long.MAX_VALUE : held.peek().minCommitTs();
    return open == null ? oldest : Math.min(oldest, open.minCommitTs());
  }

  /** When the oldest row came, in ms; {@link Long#MAX_VALUE} where there is none. */
  long oldestArrivalMs() {
    long oldest = open == null ? Long.MAX_VALUE : open.arrivedMs();
    for (SpooledBatch batch : held) {
      oldest = Math.min(oldest, batch.arrivedMs());
    }
    return oldest;
  }

  /**
   * Bytes of the rows up to {@code bound}, rounded down to whole batches: no batch is read from
   * state to tell.
   */
  long eligibleBytes(long bound) {
    long eligible = open != null && open.maxCommitTs() <= bound ? open.bytes() : 0;
    for (SpooledBatch batch : held) {
      if (batch.maxCommitTs() <= bound) {
        eligible += batch.bytes();
      }
    }
    return eligible;
  }

  /**
   * Takes the rows of one file: from the oldest on, none newer than {@code bound}, until there are
   * {@code maxBytes}. Rows of one commit timestamp stay in one file while it is less than twice
   * that size. At least one row up to {@code bound} must be there.
   *
   * @param dropped rows that are left out; null for none
   */
  Taken take(long bound, long maxBytes, SpoolStore store, PartConsumer out, Dropped dropped)
      throws Exception {
    if (open != null && open.minCommitTs() <= bound) {
      close(open.buildAsItIs());
    }
    Taken taken = new Taken(out, dropped);
    long last = Long.MIN_VALUE;
    while (!held.isEmpty() && held.peek().minCommitTs() <= bound) {
      SpooledBatch head = held.peek();
      if (taken.bytes() >= maxBytes
          && (head.minCommitTs() != last || taken.bytes() >= 2 * maxBytes)) {
        break;
      }
      held.poll();
      RowBatch batch = head.load(store, budget);
      int from = head.from();
      int to = cut(batch, from, run(head, batch, bound), maxBytes - taken.bytes(), last);
      taken.add(batch, from, to);
      last = batch.commitTs(to - 1);
      bytes -= batch.start(to) - batch.start(from);
      leave(head, to, batch.size(), store);
    }
    return taken;
  }

  /** The rows before {@code to} are taken. */
  private void leave(SpooledBatch head, int to, int size, SpoolStore store) throws Exception {
    if (to == size) {
      head.remove(store, budget);
      return;
    }
    head.advance(to, budget);
    held.add(head);
    if (budget.overMemory()) {
      // what was loaded for its first rows would stay, and so for each of many dispatchers
      head.spill(store, budget);
    }
  }

  /** End of the rows of {@code head} that precede every row of the other batches. */
  private int run(SpooledBatch head, RowBatch batch, long bound) {
    long limit = bound;
    SpooledBatch next = held.peek();
    if (next != null) {
      long before = head.sequence() < next.sequence() ? next.minCommitTs() : next.minCommitTs() - 1;
      limit = Math.min(limit, before);
    }
    return batch.firstNewerThan(limit, head.from());
  }

  /** Ends a run where the file is full, but not between rows of one commit timestamp. */
  private static int cut(RowBatch batch, int from, int end, long room, long last) {
    int to = from;
    if (room > 0) {
      long full = batch.start(from) + room;
      to = full > batch.start(end) ? end : batch.firstEndingAt((int) full, from) + 1;
    }
    long commitTs = to > from ? batch.commitTs(to - 1) : last;
    while (to < end && batch.commitTs(to) == commitTs) {
      to++;
    }
    return to;
  }

  /** The batches that may have rows of these commit timestamps, in the order of their arrival. */
  List<SpooledBatch> between(long from, long to) {
    if (open != null && open.minCommitTs() <= to && open.maxCommitTs() >= from) {
      close();
    }
    List<SpooledBatch> found = new ArrayList<>();
    for (SpooledBatch batch : held) {
      if (batch.minCommitTs() <= to && batch.maxCommitTs() >= from) {
        found.add(batch);
      }
    }
    found.sort(Comparator.comparingLong(SpooledBatch::sequence));
    return found;
  }

  /**
   * Forgets rows of a batch that is on the heap.
   *
   * @param rows those that stay, by their index in the batch; none, or ascending
   */
  void keep(SpooledBatch batch, int[] rows, SpoolStore store) throws Exception {
    held.remove(batch);
    int before = batch.bytes();
    if (rows.length == 0) {
      batch.remove(store, budget);
    } else {
      batch.keep(rows, budget);
      held.add(batch);
    }
    bytes -= before - batch.bytes();
  }

  /**
   * Writes everything that state doesn't hold yet; returns a batch that this has closed, or null.
   */
  SpooledBatch persist(SpoolStore store) throws Exception {
    SpooledBatch closed = close();
    for (SpooledBatch batch : held) {
      batch.persist(store, budget);
    }
    Passes.State changed = passes.takeChanged();
    if (changed != null) {
      store.putPasses(dispatcher, changed);
    }
    return closed;
  }

  /** Adds every batch on the heap to {@code spillable}, that which is being filled included. */
  void addSpillable(Collection<SpooledBatch> spillable) {
    close();
    for (SpooledBatch batch : held) {
      if (batch.inMemory()) {
        spillable.add(batch);
      }
    }
  }
}
