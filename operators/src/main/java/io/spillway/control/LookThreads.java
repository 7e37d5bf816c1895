package io.spillway.control;

import java.io.Serializable;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/** Where looks at a store are done: a store that hangs must not hang the task. */
interface LookThreads extends Serializable {
  LookThreads ONE_DAEMON =
      () -> new Pool(Executors.newSingleThreadExecutor(new ExecutorThreadFactory("spillway-look")));

  Running start();

  /** Takes one look after the other. */
  interface Running extends AutoCloseable {
    <T> CompletableFuture<T> submit(Callable<T> look);

    @Override
    void close();
  }

  /** A thread of its own. */
  record Pool(ExecutorService threads) implements Running {
    @Override
    public <T> CompletableFuture<T> submit(Callable<T> look) {
      CompletableFuture<T> result = new CompletableFuture<>();
      threads.execute(
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
    public void close() {
      threads.shutdownNow();
    }
  }
}
