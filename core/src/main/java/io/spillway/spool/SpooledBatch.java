package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import java.util.Comparator;

/**
 * A batch in the spool: on the heap, in state, or both. Its first {@code from} rows may have been
 * sealed already.
 */
final class SpooledBatch {
  /** By oldest row, then by arrival: the order in which rows are sealed. */
  static final Comparator<SpooledBatch> ORDER =
      Comparator.<SpooledBatch>comparingLong(held -> held.minCommitTs)
          .thenComparingLong(held -> held.sequence);

  private final DispatcherId dispatcher;
  private final long sequence;
  private final long arrivedMs;
  private RowBatch batch;
  private int from;
  private int rows;
  private int bytes;
  private long minCommitTs;
  private long maxCommitTs;
  private boolean stored;
  private boolean current;

  private SpooledBatch(DispatcherId dispatcher, long sequence, RowBatch batch, boolean stored) {
    this.dispatcher = dispatcher;
    this.sequence = sequence;
    this.batch = batch;
    this.stored = stored;
    this.current = stored;
    this.rows = batch.size();
    this.bytes = batch.end(batch.size() - 1);
    this.minCommitTs = batch.minCommitTs();
    this.maxCommitTs = batch.maxCommitTs();
    this.arrivedMs = batch.arrivedMs();
  }

  /** A new batch, on the heap only. */
  static SpooledBatch fresh(DispatcherId dispatcher, long sequence, RowBatch batch) {
    return new SpooledBatch(dispatcher, sequence, batch, false);
  }

  /** A batch found in state after a restart; its content stays there. */
  static SpooledBatch restored(DispatcherId dispatcher, long sequence, RowBatch batch) {
    SpooledBatch held = new SpooledBatch(dispatcher, sequence, batch, true);
    held.batch = null;
    return held;
  }

  DispatcherId dispatcher() {
    return dispatcher;
  }

  long sequence() {
    return sequence;
  }

  long minCommitTs() {
    return minCommitTs;
  }

  long maxCommitTs() {
    return maxCommitTs;
  }

  long arrivedMs() {
    return arrivedMs;
  }

  int rows() {
    return rows;
  }

  /** Bytes of the rows that are still to be sealed. */
  int bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  boolean inMemory() {
    return batch != null;
  }

  /** Brings the batch to the heap, if it isn't there. */
  RowBatch load(SpoolStore store, SpoolBudget budget) throws Exception {
    if (batch == null) {
      batch = store.get(dispatcher, sequence);
      if (batch == null) {
        throw new IllegalStateException(
            "state has lost batch " + sequence + " of " + dispatcher + ": restore a checkpoint");
      }
      budget.heap(batch.heapBytes());
      budget.disk(-bytes);
    }
    return batch;
  }

  /** The rows before {@code row} are sealed. */
  void advance(int row, SpoolBudget budget) {
    int sealedBytes = batch.start(row) - batch.start(from);
    budget.rows(-(row - from));
    rows -= row - from;
    bytes -= sealedBytes;
    from = row;
    minCommitTs = batch.commitTs(row);
    current = false;
  }

  /** Forgets the other rows of a batch that is on the heap; at least one stays. */
  void keep(int[] rowsKept, SpoolBudget budget) {
    budget.heap(-batch.heapBytes());
    budget.rows(rowsKept.length - rows);
    batch = batch.only(rowsKept);
    budget.heap(batch.heapBytes());
    from = 0;
    rows = batch.size();
    bytes = batch.end(rows - 1);
    minCommitTs = batch.minCommitTs();
    maxCommitTs = batch.maxCommitTs();
    current = false;
  }

  /** Makes state hold exactly the rows that are still to be sealed. */
  void persist(SpoolStore store, SpoolBudget budget) throws Exception {
    if (current) {
      return;
    }
    if (from > 0) {
      budget.heap(-batch.heapBytes());
      batch = batch.tail(from);
      from = 0;
      budget.heap(batch.heapBytes());
    }
    store.put(dispatcher, sequence, batch);
    stored = true;
    current = true;
  }

  /** Moves the batch from the heap to state. */
  void spill(SpoolStore store, SpoolBudget budget) throws Exception {
    persist(store, budget);
    budget.heap(-batch.heapBytes());
    budget.disk(bytes);
    batch = null;
  }

  /** All rows are sealed. */
  void remove(SpoolStore store, SpoolBudget budget) throws Exception {
    budget.rows(-rows);
    if (stored) {
      store.remove(dispatcher, sequence);
    }
    if (batch == null) {
      budget.disk(-bytes);
    } else {
      budget.heap(-batch.heapBytes());
    }
    batch = null;
    rows = 0;
    bytes = 0;
  }
}
