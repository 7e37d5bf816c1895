package io.spillway.decode;

/** UTF-8 by the letter of RFC 3629: shortest form only, no surrogates, nothing above U+10FFFF. */
final class Utf8 {
  private Utf8() {}

  /**
   * Skips a run of characters that aren't ASCII.
   *
   * @param from the first byte of the first of them
   * @param end where the bytes end
   * @return the position after the run, or {@code ~p} where the character at {@code p} is invalid
   */
  static int skip(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] < 0) {
      int length = length(bytes, at, end);
      if (length == 0) {
        return ~at;
      }
      at += length;
    }
    return at;
  }

  /** Whether the first bytes of an array are characters, all of them. */
  static boolean isText(byte[] bytes, int size) {
    int at = 0;
    while (at < size) {
      at = bytes[at] < 0 ? skip(bytes, at, size) : at + 1;
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  private static int length(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    if (first < 0xE0) {
      return first >= 0xC2 && at + 2 <= end && continues(bytes[at + 1]) ? 2 : 0;
    }
    if (first < 0xF0) {
      return at + 3 <= end && three(first, bytes[at + 1]) && continues(bytes[at + 2]) ? 3 : 0;
    }
    return at + 4 <= end
            && four(first, bytes[at + 1])
            && continues(bytes[at + 2])
            && continues(bytes[at + 3])
        ? 4
        : 0;
  }

  private static boolean three(int first, byte second) {
    int low = first == 0xE0 ? 0xA0 : 0x80;
    int high = first == 0xED ? 0x9F : 0xBF;
    return within(second, low, high);
  }

  private static boolean four(int first, byte second) {
    int low = first == 0xF0 ? 0x90 : 0x80;
    int high = first == 0xF4 ? 0x8F : 0xBF;
    return first <= 0xF4 && within(second, low, high);
  }

  private static boolean within(byte value, int low, int high) {
    return (value & 0xFF) >= low && (value & 0xFF) <= high;
  }

  private static boolean continues(byte value) {
    return value < (byte) 0xC0;
  }
}
