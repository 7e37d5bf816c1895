package io.spillway.search.bulk;

/** Signals A and B over a sliding window: bytes in, bytes finished, and how the lag moves. */
final class FlowWindow {
  private final SlidingWindow<Bucket> window;
  private final double seconds;
  private double produced;
  private double consumed;
  private long firstLag;
  private long lastLag;

  FlowWindow(long windowMs, long nowMs) {
    window = new SlidingWindow<>(windowMs, nowMs, Bucket::new, Bucket::clear);
    seconds = windowMs / 1000.0;
  }

  void produced(long bytes, long nowMs) {
    window.at(nowMs).produced += bytes;
  }

  void consumed(long bytes, long nowMs) {
    window.at(nowMs).consumed += bytes;
  }

  /** Takes the lag of now and sums the window up; the getters below speak of that sum. */
  void measure(long lagMs, long nowMs) {
    window.at(nowMs).lag = lagMs;
    produced = 0;
    consumed = 0;
    firstLag = -1;
    window.forEach(nowMs, this::sumUp);
  }

  private void sumUp(Bucket bucket) {
    produced += bucket.produced;
    consumed += bucket.consumed;
    if (bucket.lag >= 0) {
      firstLag = firstLag < 0 ? bucket.lag : firstLag;
      lastLag = bucket.lag;
    }
  }

  double producedPerSecond() {
    return produced / seconds;
  }

  double consumedPerSecond() {
    return consumed / seconds;
  }

  /** ms of lag per second. */
  double lagTrend() {
    return (lastLag - firstLag) / seconds;
  }

  private static final class Bucket {
    long produced;
    long consumed;
    long lag = -1;

    void clear() {
      produced = 0;
      consumed = 0;
      lag = -1;
    }
  }
}
