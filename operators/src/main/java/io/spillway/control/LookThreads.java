package io.spillway.control;

import java.io.Serializable;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/** Where looks at a store are done: a store that hangs must not hang the task. */
interface LookThreads extends Serializable {
  LookThreads ONE_DAEMON =
      () -> new Pool(Executors.newSingleThreadExecutor(new ExecutorThreadFactory("spillway-look")));

  Running start();

  /** Takes one look after the other. */
  interface Running {
    <T> CompletableFuture<T> submit(Callable<T> look);

    /**
     * Breaks off what it does, and ends behind a last piece of work.
     *
     * @param last is done in the same thread; not waited for any longer than a second
     */
    void close(Runnable last) throws InterruptedException;
  }

  /** A thread of its own. */
  final class Pool implements Running {
    private static final long PATIENCE_MS = 1000;

    private final ExecutorService threads;
    private Future<?> current = CompletableFuture.completedFuture(null);

    Pool(ExecutorService threads) {
      this.threads = threads;
    }

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> look) {
      CompletableFuture<T> result = new CompletableFuture<>();
      current =
          threads.submit(
              () -> {
                try {
                  result.complete(look.call());
                } catch (Exception e) {
                  result.completeExceptionally(e);
                }
              });
      return result;
    }

    @Override
    public void close(Runnable last) throws InterruptedException {
      current.cancel(true);
      threads.execute(last);
      threads.shutdown();
      if (!threads.awaitTermination(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    }
  }
}
