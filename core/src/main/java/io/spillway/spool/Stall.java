package io.spillway.spool;

import java.util.Collection;

/**
 * Watches for progress that stands while rows or DDLs wait for it, and has somebody told who holds
 * it. Time is an argument, ms since 1970.
 */
final class Stall {
  private final long longestMs;
  private final SpoolListener listener;
  private final Inputs inputs;
  private long watermark = Long.MIN_VALUE;
  private long sinceMs = -1;
  private long toldMs;
  private long lastsMs;

  /**
   * @param longestMs for which it may stand before that is told, and between two tellings
   */
  Stall(long longestMs, SpoolListener listener, Inputs inputs) {
    this.longestMs = longestMs;
    this.listener = listener;
    this.inputs = inputs;
  }

  /**
   * What waits for the watermark.
   *
   * @param any whether anything does
   */
  record Waiting(boolean any, int ddls, long rows) {
    static Waiting of(
        Drains drains, Collection<Dispatcher> active, long watermark, SpoolBudget budget) {
      boolean any = drains.pending() > 0;
      for (Dispatcher dispatcher : active) {
        if (any) {
          break;
        }
        DispatcherBuffer buffer = dispatcher.buffer();
        any = buffer.eligibleBytes(watermark) < buffer.bytes();
      }
      return new Waiting(any, drains.pending(), budget.rows());
    }
  }

  /** Notes how things stand, about each second. */
  void look(long now, Waiting waiting, long nowMs) {
    // a clock that was set back begins anew
    if (now != watermark || !waiting.any() || sinceMs < 0 || nowMs < toldMs) {
      watermark = now;
      sinceMs = nowMs;
      toldMs = nowMs;
    }
    lastsMs = nowMs - sinceMs;
    if (nowMs - toldMs >= longestMs) {
      toldMs = nowMs;
      listener.stalled(sentence(waiting));
    }
  }

  private String sentence(Waiting waiting) {
    return "progress has stood at "
        + (watermark == Long.MIN_VALUE ? "nothing" : watermark)
        + " for "
        + lastsMs / 1000
        + " s while "
        + (waiting.ddls() > 0 ? waiting.ddls() + " DDLs and " : "")
        + waiting.rows()
        + " rows here wait. "
        + inputs.holding(watermark);
  }

  /** For how long progress has stood while something waits, in ms, as of the last look. */
  long lastsMs() {
    return lastsMs;
  }
}
