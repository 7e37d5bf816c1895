package io.spillway.control;

/**
 * How old what is known of the settings is, and when they are read again for that. Pure; times are
 * ms.
 */
final class Freshness {
  private final ControlSettings settings;
  private long confirmedMs;
  private long readMs = Long.MIN_VALUE;
  private boolean told;

  Freshness(ControlSettings settings, long nowMs) {
    this.settings = settings;
    this.confirmedMs = nowMs;
  }

  /** Whether the file is to be read even if it looks unchanged: it is time, or it is stale. */
  boolean forcesRead(long nowMs) {
    return readMs == Long.MIN_VALUE || nowMs - readMs >= settings.refreshMs() || isStale(nowMs);
  }

  /** A whole file was read, whatever was in it. */
  void read(long nowMs) {
    readMs = nowMs;
  }

  /** What counts is known to be what is in the file. */
  void confirmed(long nowMs) {
    confirmedMs = nowMs;
    told = false;
  }

  long stalenessMs(long nowMs) {
    return Math.max(0, nowMs - confirmedMs);
  }

  boolean isStale(long nowMs) {
    return stalenessMs(nowMs) > settings.maxStalenessMs();
  }

  /** Whether it has become stale since it was last confirmed; true once. */
  boolean becameStale(long nowMs) {
    boolean tell = isStale(nowMs) && !told;
    told |= tell;
    return tell;
  }
}
