package io.spillway.tools.verify;

/**
 * Remembers 64-bit hashes, eight to sixteen bytes each, up to a limit. Two different rows share a
 * hash with a chance of about n^2 / 2^65, which is 2e-6 for 8 million rows.
 */
final class RowHashes {
  private static final int FIRST_CAPACITY = 1 << 10;

  private final int limit;
  private long[] slots = new long[FIRST_CAPACITY];
  private int size;
  private boolean complete = true;

  RowHashes(int limit) {
    this.limit = limit;
  }

  /** Whether the hash was here before; remembers it while there is room. */
  boolean seen(long hash) {
    long value = hash == 0 ? 1 : hash; // 0 marks a free slot
    int slot = find(slots, value);
    if (slots[slot] == value) {
      return true;
    }
    if (size == limit) {
      complete = false;
      return false;
    }
    slots[slot] = value;
    if (++size > slots.length / 2) {
      grow();
    }
    return false;
  }

  /** Whether every hash could be remembered. */
  boolean isComplete() {
    return complete;
  }

  private void grow() {
    long[] bigger = new long[slots.length * 2];
    for (long value : slots) {
      if (value != 0) {
        bigger[find(bigger, value)] = value;
      }
    }
    slots = bigger;
  }

  private static int find(long[] slots, long value) {
    int mask = slots.length - 1;
    int slot = (int) (value ^ value >>> 32) & mask;
    while (slots[slot] != 0 && slots[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
