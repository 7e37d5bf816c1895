package io.spillway.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a bucket for some minutes after it was taken over: a process that was paused in the
 * middle of a step ends that step when it wakes up.
 */
final class Watch implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  /** Seconds after the claim, ever farther apart. */
  static final List<Integer> AT_SECONDS =
      List.of(1, 3, 6, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600);

  private static final long LAST_LOOK_MS = 10_000;

  private final Look look;
  private final Counter found;
  private final List<Integer> atSeconds;
  private volatile ScheduledExecutorService timer;

  /** One look; puts right what it finds. */
  interface Look {
    int putRight() throws IOException, InterruptedException;
  }

  /**
   * @param atSeconds after the claim
   */
  Watch(Look look, Counter found, List<Integer> atSeconds) {
    this.look = look;
    this.found = found;
    this.atSeconds = atSeconds;
  }

  synchronized void begin() {
    if (timer != null) {
      return;
    }
    timer = Executors.newSingleThreadScheduledExecutor(new ExecutorThreadFactory("spillway-watch"));
    for (int seconds : atSeconds) {
      var unused = timer.schedule(this::once, seconds, TimeUnit.SECONDS);
    }
  }

  void once() {
    try {
      found.inc(look.putRight());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FencedException e) {
      // the bucket has its next owner, who looks after it
      stop();
    } catch (IOException | RuntimeException e) {
      // the next look may succeed; what does not is in the log
      LOG.warn(
          "could not look whether index files or metadata have gone back since the bucket was taken"
              + " over: {}",
          e.getMessage());
    }
  }

  /** By the timer's own thread, which whoever closes waits for. */
  private void stop() {
    ScheduledExecutorService running = timer;
    if (running != null) {
      running.shutdownNow();
    }
  }

  @Override
  public synchronized void close() {
    if (timer == null) {
      return;
    }
    timer.shutdownNow();
    try {
      var unused = timer.awaitTermination(LAST_LOOK_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
