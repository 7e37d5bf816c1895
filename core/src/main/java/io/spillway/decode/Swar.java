package io.spillway.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes looked at eight at a time (SIMD within a register). Little-endian: the first byte is the
 * lowest of the word.
 */
final class Swar {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Swar() {}

  /** The eight bytes from {@code from}, all of which must be in the array. */
  static long eight(byte[] bytes, int from) {
    return (long) LONG.get(bytes, from);
  }

  /** The four bytes from {@code from}, all of which must be in the array. */
  static int four(byte[] bytes, int from) {
    return (int) INT.get(bytes, from);
  }

  /** The first {@code length} bytes (at most eight count) from {@code from}, the rest zero. */
  static long upToEight(byte[] bytes, int from, int length) {
    if (from + 8 <= bytes.length) {
      long word = eight(bytes, from);
      return length >= 8 ? word : word & ((1L << (length << 3)) - 1);
    }
    long word = 0;
    for (int i = Math.min(length, 8) - 1; i >= 0; i--) {
      word = word << 8 | (bytes[from + i] & 0xFF);
    }
    return word;
  }

  /**
   * Marks, by its high bit, the first byte that a JSON string can't hold as it is or that needs a
   * second look: a quote, a backslash, a control character or one that isn't ASCII. Marks after the
   * first may be wrong; 0 if there is none.
   */
  static long special(long word) {
    // Flipping bit 1 maps the quote to 0x20 and keeps the control characters below it; a borrow
    // can only spoil bytes after the first hit.
    return (((word ^ 0x02 * ONES) - 0x21 * ONES) | ((word ^ '\\' * ONES) - ONES) | word)
        & HIGH_BITS;
  }

  /** Number of bytes before the first mark. */
  static int distance(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }

  /** A 64-bit hash of a range of bytes. */
  static long hash(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    int at = from;
    for (; at + 8 <= to; at += 8) {
      hash = mix(hash ^ eight(bytes, at));
    }
    return at < to ? mix(hash ^ upToEight(bytes, at, to - at)) : hash;
  }

  static long mix(long word) {
    long product = word * MULTIPLIER;
    return product ^ product >>> 29;
  }
}
