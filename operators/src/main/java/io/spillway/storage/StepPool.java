package io.spillway.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that carry out the steps of commits. Once it is cancelled no further step begins; one
 * that has begun is interrupted and waited for, for a while.
 */
final class StepPool implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(StepPool.class);
  private static final long LAST_STEP_MS = 10_000;

  private final ExecutorService threads;
  private final long lastStepMs;
  private volatile boolean cancelled;

  StepPool(int size) {
    this(size, LAST_STEP_MS);
  }

  StepPool(int size, long lastStepMs) {
    this.threads = Executors.newFixedThreadPool(size, new ExecutorThreadFactory("spillway-commit"));
    this.lastStepMs = lastStepMs;
  }

  interface Step<T> {
    void run(T subject) throws IOException;
  }

  Executor executor() {
    return threads;
  }

  /** Lets a step be carried out for each of these, side by side. */
  <T> CompletableFuture<Void> all(Collection<T> subjects, Step<T> step) {
    List<CompletableFuture<Void>> steps = new ArrayList<>();
    for (T subject : subjects) {
      steps.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  step.run(subject);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              },
              threads));
    }
    return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new));
  }

  /**
   * To be called before each step.
   *
   * @throws IOException where the pool has been cancelled
   */
  void requireRunning() throws IOException {
    if (cancelled) {
      throw new IOException("the task has been cancelled: no further step of this plan");
    }
  }

  /**
   * Waits for every lane, also where one has failed: no step runs on behind a retry's back. An
   * interrupt cancels the pool.
   */
  void await(List<CompletableFuture<Void>> lanes) throws IOException, InterruptedException {
    IOException first = null;
    for (CompletableFuture<Void> lane : lanes) {
      try {
        lane.get();
      } catch (InterruptedException e) {
        close();
        throw e;
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        IOException failure = cause instanceof IOException io ? io : new IOException(cause);
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @Override
  public void close() {
    cancelled = true;
    threads.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      if (!threads.awaitTermination(lastStepMs, TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "a step of a commit has not ended {} ms after the task was cancelled; it is the last one",
            lastStepMs);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
