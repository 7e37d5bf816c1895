package io.spillway.decode;

import java.nio.charset.StandardCharsets;

/**
 * Bytes as Go's {@code strconv.Quote} writes them, without the quotes around: what is printable
 * UTF-8 stands as it is, all else behind a backslash. Decoded into an array of its own.
 */
final class GoQuoted {
  private static final int LAST_CHARACTER = 0x10FFFF;

  private byte[] bytes = new byte[256];
  private int size;

  /** What was decoded last, at its start. */
  byte[] bytes() {
    return bytes;
  }

  /** Number of bytes decoded, or -1 where the text isn't one that Go writes. */
  int decode(byte[] text, int from, int to) {
    // no escape stands for more bytes than it has characters
    if (bytes.length < to - from) {
      bytes = new byte[Math.max(to - from, bytes.length * 2)];
    }
    size = 0;
    int at = from;
    while (at < to) {
      if (text[at] != '\\') {
        bytes[size++] = text[at++];
      } else if (at + 1 == to) {
        return -1;
      } else {
        at = escape(text, at + 1, to);
        if (at < 0) {
          return -1;
        }
      }
    }
    return size;
  }

  /** The escape whose letter is at {@code at}; the position after it, or -1. */
  private int escape(byte[] text, int at, int to) {
    byte letter = text[at];
    if (letter == 'x') {
      return put(hex(text, at + 1, 2, to), at + 3);
    } else if (letter == 'u' || letter == 'U') {
      int digits = letter == 'u' ? 4 : 8;
      return character(hex(text, at + 1, digits, to), at + 1 + digits);
    }
    return put(named(letter), at + 1);
  }

  private int put(long value, int after) {
    if (value < 0) {
      return -1;
    }
    bytes[size++] = (byte) value;
    return after;
  }

  private int character(long code, int after) {
    boolean isHalf = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
    if (code < 0 || code > LAST_CHARACTER || isHalf) {
      return -1;
    }
    byte[] utf8 = Character.toString((int) code).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
    return after;
  }

  private static int named(byte letter) {
    return switch (letter) {
      case 'a' -> 7;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 11;
      case '\\', '"' -> letter;
      default -> -1;
    };
  }

  private static long hex(byte[] text, int from, int digits, int to) {
    long value = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = i < to ? Character.digit(text[i], 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
