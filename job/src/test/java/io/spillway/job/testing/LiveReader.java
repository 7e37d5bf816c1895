package io.spillway.job.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Reads a bucket again and again beside what a test does to the job that writes it. It stops at the
 * first fault.
 */
public final class LiveReader implements AutoCloseable {
  private static final long LIMIT_SECONDS = 300;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<String> faults = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Future<?> reading;
  private int checks;

  /**
   * @param pause between looks
   * @param look one look at the bucket; gives what is wrong with it
   */
  public LiveReader(Duration pause, Callable<Optional<String>> look) {
    reading =
        thread.submit(
            () -> {
              while (end.getCount() > 0 && faults.isEmpty()) {
                look.call().ifPresent(faults::add);
                checks++;
                end.await(pause.toMillis(), TimeUnit.MILLISECONDS);
              }
              return null;
            });
  }

  /** Ends it after the look that it has begun; fails where it has found a fault or not looked. */
  public void requireClean() throws Exception {
    end.countDown();
    reading.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!faults.isEmpty() || checks == 0) {
      throw new AssertionError(checks + " looks beside the run: " + faults);
    }
  }

  @Override
  public void close() {
    end.countDown();
    thread.shutdownNow();
  }
}
