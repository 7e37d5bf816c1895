package io.spillway.spool;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** Batches on the heap that can go to state for lack of memory, the oldest first. */
final class Spillable {
  private final Deque<SpooledBatch> batches = new ArrayDeque<>();
  private final SpoolStore store;
  private final SpoolBudget budget;

  Spillable(SpoolStore store, SpoolBudget budget) {
    this.store = store;
    this.budget = budget;
  }

  /**
   * Notes a batch that no row is added to any more.
   *
   * @param closed null for none
   */
  void add(SpooledBatch closed) {
    if (closed != null) {
      batches.add(closed);
    }
  }

  /** Spills until the heap has no more than {@code enough} bytes, open batches last. */
  void spill(long enough, Collection<Dispatcher> active) throws Exception {
    while (budget.heapBytes() > enough) {
      SpooledBatch oldest = batches.poll();
      if (oldest == null) {
        for (Dispatcher dispatcher : active) {
          dispatcher.buffer().addSpillable(batches);
        }
        oldest = batches.poll();
        if (oldest == null) {
          return;
        }
      }
      if (oldest.inMemory()) {
        oldest.spill(store, budget);
      }
    }
  }

  /** Forgets what has been sealed meanwhile. */
  void forgetSealed() {
    batches.removeIf(batch -> !batch.inMemory());
  }

  /** Batches noted, those sealed since {@link #forgetSealed} among them. */
  int size() {
    return batches.size();
  }
}
