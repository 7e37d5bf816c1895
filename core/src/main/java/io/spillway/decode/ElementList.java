package io.spillway.decode;

import java.util.Arrays;

/** The numbers of an enum's or set's names, as canal-json has them. */
final class ElementList {
  /** More elements a set can't have; the last bit would be a sign here. */
  private static final int MAX_BITS = 63;

  private ElementList() {}

  /** Its number from 1; 0 for the empty text, the value of what was invalid; -1 for any other. */
  static long ordinal(byte[][] elements, byte[] text, int from, int to) {
    int index = index(elements, text, from, to);
    return index >= 0 ? index + 1L : from == to ? 0 : -1;
  }

  /** The sum of the bits of names with commas between; -1 where one isn't in the list. */
  static long bits(byte[][] elements, byte[] text, int from, int to) {
    long bits = 0;
    int start = from;
    while (start < to) {
      int end = start;
      while (end < to && text[end] != ',') {
        end++;
      }
      int index = index(elements, text, start, end);
      if (index < 0 || index >= MAX_BITS) {
        return -1;
      }
      bits |= 1L << index;
      start = end + 1;
    }
    return bits;
  }

  private static int index(byte[][] elements, byte[] text, int from, int to) {
    for (int i = 0; i < elements.length; i++) {
      if (Arrays.equals(elements[i], 0, elements[i].length, text, from, to)) {
        return i;
      }
    }
    return -1;
  }
}
