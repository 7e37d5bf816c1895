package io.spillway.spool;

import io.spillway.storage.SealedFile;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line in the log for what was sealed, with the reason: at most one for each dispatcher in an
 * interval, with the number of those that were left out since the last. It has a logger of its own,
 * {@value #NAME}, to be switched off or kept elsewhere. Not thread-safe.
 */
final class FlushLog {
  static final String NAME = "io.spillway.flushes";

  /** Above so many dispatchers, those are forgotten that may have a line again anyway. */
  private static final int REMEMBERED = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  private final long intervalMs;
  private final Map<String, Told> told = new HashMap<>();

  FlushLog(long intervalMs) {
    this.intervalMs = intervalMs;
  }

  /**
   * @param ageMs of the oldest row of the dispatcher, in ms
   */
  void sealed(SealedFile file, long ageMs, long nowMs) {
    if (LOG.isInfoEnabled()) {
      long leftOut = admit(file.dispatcher(), nowMs);
      if (leftOut >= 0) {
        LOG.info(line(file, ageMs, leftOut));
      }
    }
  }

  /** Lines left out since the last one of the dispatcher; -1 where this one is left out too. */
  long admit(String dispatcher, long nowMs) {
    Told last = told.get(dispatcher);
    if (last == null) {
      forget(nowMs);
      told.put(dispatcher, new Told(nowMs));
      return 0;
    }
    // a clock that was put back must not silence it for as long
    if (nowMs - last.atMs < intervalMs && nowMs >= last.atMs) {
      last.leftOut++;
      return -1;
    }
    long leftOut = last.leftOut;
    last.leftOut = 0;
    last.atMs = nowMs;
    return leftOut;
  }

  private void forget(long nowMs) {
    if (told.size() >= REMEMBERED) {
      told.values().removeIf(last -> last.leftOut == 0 && nowMs - last.atMs >= intervalMs);
    }
  }

  /** How many dispatchers it has something of. */
  int remembered() {
    return told.size();
  }

  static String line(SealedFile file, long ageMs, long leftOut) {
    return "flush dispatcher=\"%s\" reason=%s rows=%d bytes=%d age_ms=%d version=%d number=%d left_out=%d"
        .formatted(
            file.dispatcher().replace("\\", "\\\\").replace("\"", "\\\""),
            file.reason().word(),
            file.rows(),
            file.bytes(),
            ageMs,
            file.file().dir().version(),
            file.file().number(),
            leftOut);
  }

  private static final class Told {
    private long atMs;
    private long leftOut;

    Told(long atMs) {
      this.atMs = atMs;
    }
  }
}
