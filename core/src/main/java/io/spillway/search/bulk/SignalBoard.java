package io.spillway.search.bulk;

import io.spillway.search.bulk.Signals.Backlog;
import io.spillway.search.bulk.Signals.Flow;

/** Gathers what happens at the writer into {@link Signals}. Not thread-safe. */
public final class SignalBoard {
  private static final long[] NONE = {};
  private final HealthWindow health;
  private final FlowWindow flow;
  private long lastSuccessMs;
  private long lastFailureMs;
  private long lastAnswerMs;

  public SignalBoard(long windowMs, long nowMs) {
    health = new HealthWindow(windowMs, nowMs);
    flow = new FlowWindow(windowMs, nowMs);
  }

  /** Bytes came in. */
  public void produced(long bytes, long nowMs) {
    flow.produced(bytes, nowMs);
  }

  /** Bytes were finished. */
  public void consumed(long bytes, long nowMs) {
    flow.consumed(bytes, nowMs);
  }

  /** A request was answered or lost. */
  public void answered(RequestReport report, long nowMs) {
    health.add(report, nowMs);
    lastAnswerMs = nowMs;
    if (report.failed()) {
      lastFailureMs = nowMs;
    } else {
      lastSuccessMs = nowMs;
    }
  }

  /** The limits went down: what was seen under the old ones no longer counts. */
  public void forgetHealth() {
    health.clear();
  }

  /**
   * @param bytes unsent and unanswered
   * @param lagMs age of the oldest unfinished change
   * @param sentAtMs when each request in flight was sent; null for none
   * @param alert as in {@link Signals}
   */
  public Signals signals(long bytes, long lagMs, long[] sentAtMs, String alert, long nowMs) {
    flow.measure(lagMs, nowMs);
    long[] sent = sentAtMs == null ? NONE : sentAtMs;
    long[] ages = new long[sent.length];
    long oldest = nowMs;
    for (int i = 0; i < sent.length; i++) {
      ages[i] = nowMs - sent[i];
      oldest = Math.min(oldest, sent[i]);
    }
    long stalled = lastAnswerMs <= oldest ? nowMs - oldest : 0;
    return new Signals(
        new Backlog(bytes, lagMs, flow.lagTrend()),
        new Flow(flow.producedPerSecond(), flow.consumedPerSecond(), sent.length),
        health.health(ages, stalled, nowMs),
        lastSuccessMs,
        lastFailureMs,
        alert);
  }
}
