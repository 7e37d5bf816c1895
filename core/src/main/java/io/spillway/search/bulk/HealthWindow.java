package io.spillway.search.bulk;

/** Signal C over a sliding window. Not thread-safe. */
final class HealthWindow {
  private final SlidingWindow<Bucket> window;
  private final Bucket sum = new Bucket();

  HealthWindow(long windowMs, long nowMs) {
    window = new SlidingWindow<>(windowMs, nowMs, Bucket::new, Bucket::clear);
  }

  /** One answered request. */
  void add(RequestReport report, long nowMs) {
    Bucket bucket = window.at(nowMs);
    if (report.latencyMs() != RequestReport.UNTIMED) {
      bucket.latencies.add(report.latencyMs());
    }
    bucket.done += report.done();
    bucket.rejected += report.rejected();
    bucket.errors += report.errors();
  }

  /** Forgets what was seen, so that a change is judged by what comes after it. */
  void clear() {
    window.clear();
  }

  /**
   * @param inFlightAgesMs age of each request without an answer
   * @param stalledMs as in {@link Health}
   */
  Health health(long[] inFlightAgesMs, long stalledMs, long nowMs) {
    sum.clear();
    window.forEach(nowMs, sum::addAll);
    long requests = sum.latencies.total();
    for (long age : inFlightAgesMs) {
      sum.latencies.add(age);
    }
    double documents = Math.max(1, sum.done + sum.rejected + sum.errors);
    return new Health(
        requests,
        sum.rejected / documents,
        sum.errors / documents,
        sum.latencies.percentile(0.95),
        stalledMs);
  }

  private static final class Bucket {
    final LatencyHistogram latencies = new LatencyHistogram();
    long done;
    long rejected;
    long errors;

    void addAll(Bucket other) {
      latencies.addAll(other.latencies);
      done += other.done;
      rejected += other.rejected;
      errors += other.errors;
    }

    void clear() {
      latencies.clear();
      done = 0;
      rejected = 0;
      errors = 0;
    }
  }
}
