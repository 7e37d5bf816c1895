package io.spillway.spool;

/**
 * How far an input had come before it ended, so that progress ends at a real timestamp: the last
 * watermark, but none beyond that of the rows. Rows may end while statements of another input go
 * on. Not thread-safe.
 */
final class LastWatermark {
  private long rows = Long.MIN_VALUE;
  private long both = Long.MIN_VALUE;

  void ofRows(long watermark) {
    rows = watermark < Long.MAX_VALUE ? watermark : rows;
  }

  /**
   * @param restored how far an earlier run had come
   */
  void ofBoth(long watermark, long restored) {
    both = watermark < Long.MAX_VALUE ? Math.min(watermark, Math.max(rows, restored)) : both;
  }

  /** {@link Long#MIN_VALUE} where there was none. */
  long get() {
    return both;
  }
}
