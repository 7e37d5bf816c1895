package io.spillway.storage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Waits at a barrier for uploads, and says so when one takes long: the client of a store that is
 * away tries again by itself for many minutes, in silence. Belongs to one thread.
 */
final class UploadWait {
  private static final long MS_PER_SECOND = 1000;

  private final String place;
  private final long everyMs;
  private final Consumer<String> log;
  private long waitedMs;

  /**
   * @param place of the files, for a person
   * @param everyMs time between two lines
   * @param log where they go
   */
  UploadWait(String place, long everyMs, Consumer<String> log) {
    this.place = place;
    this.everyMs = everyMs;
    this.log = log;
  }

  /** Another barrier: nothing has been waited for. */
  void begin() {
    waitedMs = 0;
  }

  /**
   * What an upload comes to.
   *
   * @param uploads that are under way now, for the line
   */
  <T> T await(CompletableFuture<T> upload, Number uploads)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        return upload.get(everyMs, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        waitedMs += everyMs;
        log.accept(
            ("a checkpoint has waited %d s for %d uploads to %s: the storage doesn't answer or is slow."
                    + " Rows wait until it does, and nothing is lost")
                .formatted(waitedMs / MS_PER_SECOND, uploads.intValue(), place));
      }
    }
  }
}
