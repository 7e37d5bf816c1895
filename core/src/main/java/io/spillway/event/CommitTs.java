package io.spillway.event;

/**
 * The source's commit timestamp: an unsigned 63-bit number, {@code ms << 18 | logical} as TiDB's
 * timestamp oracle issues it. Sources without such an oracle use logical 0. It is also Flink's
 * event time in this job, so a watermark is a resolved timestamp.
 */
public final class CommitTs {
  /** Width of the logical part. */
  public static final int LOGICAL_BITS = 18;

  /** The largest wall clock time, in ms, that still fits. */
  public static final long MAX_MILLIS = Long.MAX_VALUE >> LOGICAL_BITS;

  /**
   * A reader's watermark when its input has come to its end: all is delivered, however far it came.
   * The end of time itself comes from Flink, also where a source is stopped in mid-stream ({@code
   * stop --drain}), and says nothing.
   */
  public static final long END_OF_INPUT = Long.MAX_VALUE - 1;

  private CommitTs() {}

  /** The timestamp of a wall clock time in ms since 1970, 0..{@link #MAX_MILLIS}. */
  public static long ofMillis(long millis) {
    if (millis < 0 || millis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "not a time in ms that a commit timestamp can hold: " + millis);
    }
    return millis << LOGICAL_BITS;
  }

  /** Whether it tells apart the changes of one millisecond. An oracle never issues logical 0. */
  public static boolean isOfOracle(long commitTs) {
    return (commitTs & ((1L << LOGICAL_BITS) - 1)) != 0;
  }

  /** The wall clock part in ms since 1970. */
  public static long millis(long commitTs) {
    return commitTs >> LOGICAL_BITS;
  }
}
