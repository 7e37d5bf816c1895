package io.spillway.spool;

import java.util.Arrays;

/**
 * A set of prints, none of them 0: a list while there are few, as nearly always, and a hash table
 * with open addressing from then on.
 */
final class Prints {
  private static final int FEW = 8;
  private static final int MOST_KEPT_SLOTS = 1 << 12;

  private final int[] few = new int[FEW];
  private int[] slots;
  private int size;

  /** Adds a print; false where it is there. */
  boolean add(int print) {
    if (size < FEW) {
      for (int i = 0; i < size; i++) {
        if (few[i] == print) {
          return false;
        }
      }
      few[size++] = print;
      return true;
    }
    return addToTable(print);
  }

  private boolean addToTable(int print) {
    if (size == FEW) {
      slots = slots == null ? new int[4 * FEW] : slots;
      for (int known : few) {
        slots[find(known)] = known;
      }
    }
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
    if (slots != null && size >= FEW) {
      if (slots.length > MOST_KEPT_SLOTS) {
        slots = null;
      } else {
        Arrays.fill(slots, 0);
      }
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
