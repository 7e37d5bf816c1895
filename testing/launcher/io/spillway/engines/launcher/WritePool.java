package io.spillway.engines.launcher;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;


/** Fills a node's write pool with waiting tasks, so that it refuses every bulk. */
final class WritePool {
  private static final int SURELY_FULL = 5;
  private final Executor pool;
  private CountDownLatch gate;

  WritePool(Executor pool) {
    this.pool = pool;
  }

  void saturate() {
    if (gate != null) {
      return;
    }
    CountDownLatch closed = new CountDownLatch(1);
    gate = closed;
    for (int refused = 0; refused < SURELY_FULL; ) {
      try {
        pool.execute(() -> await(closed));
        refused = 0;
      } catch (RejectedExecutionException full) {
        refused++;
      }
    }
  }

  void release() {
    if (gate != null) {
      gate.countDown();
      gate = null;
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
