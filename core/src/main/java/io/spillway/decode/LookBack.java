package io.spillway.decode;

import io.spillway.event.SourcePartition;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Looks at earlier messages of a partition, step by step further back, and at none twice. Each step
 * is eight times the one before it.
 */
final class LookBack {
  /** Twice the rows of a table after which TiCDC sends its schema again. */
  static final long FIRST_STEP = 20_000;

  /** In all, before the message at hand. */
  static final long FURTHEST = 2_000_000;

  private final EarlierMessages earlier;
  private final Map<SourcePartition, Looked> partitions = new HashMap<>();

  /** What was looked at: from {@code low} up to {@code high}. */
  private static final class Looked {
    long low;
    long high;
    long step = FIRST_STEP;
    boolean isAll;
  }

  LookBack(EarlierMessages earlier) {
    this.earlier = earlier;
  }

  /**
   * Takes one step more.
   *
   * @param offset of the message at hand
   * @return false where there is nothing more to look at
   */
  boolean further(SourcePartition partition, long offset, Consumer<byte[]> each) {
    Looked looked = partitions.get(partition);
    if (looked == null) {
      looked = new Looked();
      looked.low = looked.high = offset;
      partitions.put(partition, looked);
    }
    if (offset > looked.high) {
      long from = Math.max(looked.high, offset - FURTHEST);
      looked.low = from > looked.high ? from : looked.low;
      looked.high = offset;
      earlier.read(partition, from, offset, each);
      return true;
    }
    long least = Math.max(0, looked.high - FURTHEST);
    if (looked.isAll || looked.low <= least) {
      return false;
    }
    long from = Math.max(least, looked.low - looked.step);
    long first = earlier.read(partition, from, looked.low, each);
    looked.isAll = first > from || first == 0;
    looked.low = from;
    looked.step *= 8;
    return true;
  }
}
