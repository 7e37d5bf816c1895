package io.spillway.decode;

import java.util.Arrays;

/**
 * Base64 of RFC 4648, both alphabets, with or without padding, decoded into an array of its own.
 */
final class Base64Text {
  private static final byte[] DIGITS = digits();

  private byte[] bytes = new byte[1024];

  /** What was decoded last, at its start. */
  byte[] bytes() {
    return bytes;
  }

  /** Number of bytes decoded, or -1 where the text isn't base64. */
  int decode(byte[] text, int from, int to) {
    int end = to;
    while (end > from && text[end - 1] == '=' && to - end < 2) {
      end--;
    }
    int length = end - from;
    if (length % 4 == 1) {
      return -1;
    }
    int needed = length * 3 / 4 + 3;
    if (bytes.length < needed) {
      bytes = new byte[Math.max(needed, bytes.length * 2)];
    }
    int bits = 0;
    int pending = 0;
    int size = 0;
    for (int i = from; i < end; i++) {
      int digit = text[i] < 0 ? -1 : DIGITS[text[i]];
      if (digit < 0) {
        return -1;
      }
      bits = bits << 6 | digit;
      pending += 6;
      if (pending >= 8) {
        pending -= 8;
        bytes[size++] = (byte) (bits >> pending);
      }
    }
    return size;
  }

  private static byte[] digits() {
    byte[] digits = new byte[128];
    Arrays.fill(digits, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (int i = 0; i < alphabet.length(); i++) {
      digits[alphabet.charAt(i)] = (byte) i;
    }
    digits['+'] = digits['-'] = 62;
    digits['/'] = digits['_'] = 63;
    return digits;
  }
}
