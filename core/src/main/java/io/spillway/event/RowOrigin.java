package io.spillway.event;

/**
 * The partition that a row came from, and how often that was seen to start again before it, as one
 * number: rows carry it to whoever drops copies. The partition is a hash of 48 bits; two of the few
 * partitions of a table share one with a chance of 2^-48.
 */
public final class RowOrigin {
  private static final int RESTART_BITS = 16;
  private static final long RESTARTS = (1L << RESTART_BITS) - 1;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private RowOrigin() {}

  /**
   * @param restarts only its last 16 bits are kept: what counts is that it changes
   * @return never 0
   */
  public static long of(SourcePartition partition, int restarts) {
    long hash = partition.number() + 1L;
    String source = partition.source();
    for (int i = 0; i < source.length(); i++) {
      hash = mix(hash ^ source.charAt(i));
    }
    hash = mix(hash) & ~RESTARTS;
    return (hash == 0 ? 1L << RESTART_BITS : hash) | restarts & RESTARTS;
  }

  /**
   * The same for rows of one of several tables that have one name: each brings its rows in an order
   * of its own.
   *
   * @param table tells the tables apart; 0 where there is one
   */
  public static long ofTable(long origin, long table) {
    if (table == 0) {
      return origin;
    }
    long hash = mix(partition(origin) ^ mix(table)) & ~RESTARTS;
    return (hash == 0 ? 1L << RESTART_BITS : hash) | restarts(origin);
  }

  /** The partition's part. */
  public static long partition(long origin) {
    return origin & ~RESTARTS;
  }

  /** How often the partition had been seen to start again, 0 to 65535. */
  public static int restarts(long origin) {
    return (int) (origin & RESTARTS);
  }

  private static long mix(long word) {
    long product = (word + MULTIPLIER) * MULTIPLIER;
    return product ^ product >>> 29;
  }
}
