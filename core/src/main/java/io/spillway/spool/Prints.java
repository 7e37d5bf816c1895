package io.spillway.spool;

import java.util.Arrays;

/** A set of prints, none of them 0, with open addressing. */
final class Prints {
  private static final int FIRST_SLOTS = 16;
  private static final int MOST_KEPT_SLOTS = 1 << 12;

  private int[] slots = new int[FIRST_SLOTS];
  private int size;

  /** Adds a print; false where it is there. */
  boolean add(int print) {
    int slot = find(print);
    if (slots[slot] == print) {
      return false;
    }
    slots[slot] = print;
    if (++size * 2 > slots.length) {
      grow();
    }
    return true;
  }

  void clear() {
    if (size == 0) {
      return;
    }
    if (slots.length > MOST_KEPT_SLOTS) {
      slots = new int[FIRST_SLOTS];
    } else {
      Arrays.fill(slots, 0);
    }
    size = 0;
  }

  private void grow() {
    int[] old = slots;
    slots = new int[2 * old.length];
    for (int print : old) {
      if (print != 0) {
        slots[find(print)] = print;
      }
    }
  }

  private int find(int print) {
    int mask = slots.length - 1;
    int slot = (print ^ print >>> 16) & mask;
    while (slots[slot] != 0 && slots[slot] != print) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
