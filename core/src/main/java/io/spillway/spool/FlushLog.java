package io.spillway.spool;

import io.spillway.log.LogScope;
import io.spillway.plan.SealedFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells why files are sealed, at most one line a minute for each dispatcher if settings don't say
 * otherwise: what a metric can't tell, as the dispatcher would have to be its label. All files are
 * told at debug.
 */
final class FlushLog {
  private static final Logger LOG = LoggerFactory.getLogger("io.spillway.spool.flush");
  private static final long INTERVAL_MS = 60_000;

  /** Beyond this many, those that were quiet for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  private final SpoolSettings settings;
  private final LongSupplier clockMs;
  private final Map<String, Last> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
          return size() > REMEMBERED;
        }
      };
  private SpoolBudget budget;
  private long intervalMs = INTERVAL_MS;

  private static final class Last {
    private long flushMs = -1;
    private long toldMs;
    private long silent;
  }

  FlushLog(SpoolSettings settings, LongSupplier clockMs) {
    this.settings = settings;
    this.clockMs = clockMs;
  }

  void observe(SpoolBudget spoolBudget) {
    budget = spoolBudget;
  }

  /**
   * @param ms least time between two lines about a dispatcher; 0 for the usual
   */
  void tellEvery(long ms) {
    intervalMs = ms == 0 ? INTERVAL_MS : ms;
  }

  void sealed(SealedFile file) {
    if (!LOG.isInfoEnabled()) {
      return;
    }
    long now = clockMs.getAsLong();
    Last previous = last.computeIfAbsent(file.dispatcher(), d -> new Last());
    boolean due = previous.flushMs < 0 || now - previous.toldMs >= intervalMs;
    if (due || LOG.isDebugEnabled()) {
      try (LogScope scope = LogScope.of("file", "flush").task(file.dispatcher())) {
        LOG.info(line(file, previous, now));
      }
      previous.toldMs = now;
      previous.silent = 0;
    } else {
      previous.silent++;
    }
    previous.flushMs = now;
  }

  private String line(SealedFile file, Last previous, long nowMs) {
    FileTarget target = settings.files().of(file.file().dir().table());
    return ("sealed file %d in %s of %s: reason=%s fileBytes=%d rows=%d fileSizeTarget=%d flushInterval=%d"
            + " spoolBytes=%d timeSinceLastFlush=%d silent=%d")
        .formatted(
            file.file().number(),
            file.file().dir().path(),
            file.dispatcher(),
            file.reason().word(),
            file.bytes(),
            file.rows(),
            target.bytes(),
            target.intervalMs(),
            budget == null ? 0 : budget.totalBytes(),
            previous.flushMs < 0 ? -1 : nowMs - previous.flushMs,
            previous.silent);
  }
}
