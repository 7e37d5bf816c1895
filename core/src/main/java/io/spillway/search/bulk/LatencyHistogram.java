package io.spillway.search.bulk;

/** Counts of latencies in steps of a quarter octave: percentiles are right to 19 %. */
final class LatencyHistogram {
  private static final int PER_OCTAVE = 4;
  private static final int SIZE = PER_OCTAVE * 24;
  private final int[] counts = new int[SIZE];
  private int total;

  void add(long millis) {
    counts[slot(millis)]++;
    total++;
  }

  void addAll(LatencyHistogram other) {
    for (int i = 0; i < SIZE; i++) {
      counts[i] += other.counts[i];
    }
    total += other.total;
  }

  void clear() {
    java.util.Arrays.fill(counts, 0);
    total = 0;
  }

  int total() {
    return total;
  }

  /** Upper edge, in ms, of the step that holds the percentile; 0 without samples. */
  long percentile(double share) {
    long rank = (long) Math.ceil(share * total);
    long seen = 0;
    for (int i = 0; i < SIZE && total > 0; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return Math.round(Math.pow(2, (double) i / PER_OCTAVE));
      }
    }
    return 0;
  }

  private static int slot(long millis) {
    if (millis <= 1) {
      return 0;
    }
    return Math.min(SIZE - 1, (int) Math.ceil(PER_OCTAVE * Math.log(millis) / Math.log(2) - 1e-9));
  }
}
