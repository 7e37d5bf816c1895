package io.spillway.search.bulk;

/**
 * What a request's 95th percentile is wont to be under the limits of now. It is learned anew after
 * each change of them: a larger request may take longer.
 *
 * @param ms the usual value
 * @param sinceMs when learning began; 0 for not yet
 * @param atMs when the last value was taken in
 */
record LatencyBaseline(double ms, long sinceMs, long atMs) {
  static final LatencyBaseline NONE = new LatencyBaseline(0, 0, 0);

  /** Windows until it is known, and until a new level has become the usual one. */
  private static final int KNOWN_AFTER = 3;

  private static final double MEMORY = 6;

  /** As many times the usual value are a jump: twice is what a merge or a collection costs. */
  private static final double JUMP = 3;

  /** Takes in the percentile of now. */
  LatencyBaseline with(long p95Ms, long nowMs, long windowMs) {
    if (sinceMs == 0) {
      return new LatencyBaseline(p95Ms, nowMs, nowMs);
    }
    double share = Math.min(1, (nowMs - atMs) / (MEMORY * windowMs));
    return new LatencyBaseline(ms + (p95Ms - ms) * share, sinceMs, nowMs);
  }

  /**
   * @param floorMs below it no value is a jump
   */
  boolean jumped(long p95Ms, double floorMs, long nowMs, long windowMs) {
    boolean known = sinceMs > 0 && nowMs - sinceMs >= KNOWN_AFTER * windowMs;
    return known && p95Ms > floorMs && p95Ms > JUMP * ms;
  }
}
