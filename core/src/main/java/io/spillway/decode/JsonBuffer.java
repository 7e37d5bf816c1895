package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a JSON text that is being written. Reused from message to message. */
final class JsonBuffer {
  /** An array that a large message has made larger than this isn't kept for small ones. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 8192;
  private static final int LONGEST_NUMBER = 20;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[FIRST_BYTES];
  private int size;

  void clear() {
    if (bytes.length > KEPT_BYTES && size < FIRST_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    size = 0;
  }

  /** The array; what is written stands at its start. */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  JsonBuffer put(char ascii) {
    room(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  JsonBuffer put(byte[] from) {
    return put(from, 0, from.length);
  }

  JsonBuffer put(byte[] from, int start, int end) {
    int length = end - start;
    room(length);
    System.arraycopy(from, start, bytes, size, length);
    size += length;
    return this;
  }

  JsonBuffer zeros(int count) {
    room(count);
    Arrays.fill(bytes, size, size + count, (byte) '0');
    size += count;
    return this;
  }

  JsonBuffer number(long value) {
    if (value >= 0) {
      return unsigned(value);
    }
    return put('-').unsigned(-value);
  }

  /** All 64 bits as a number from 0. */
  JsonBuffer unsigned(long value) {
    room(LONGEST_NUMBER);
    int end = size + LONGEST_NUMBER;
    int at = end;
    long rest = value;
    if (rest < 0) {
      long tenth = Long.divideUnsigned(rest, 10);
      bytes[--at] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    }
    do {
      bytes[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    System.arraycopy(bytes, at, bytes, size, end - at);
    size += end - at;
    return this;
  }

  /** The last digits of a number, {@code digits} of them, with leading zeros. */
  JsonBuffer padded(long value, int digits) {
    room(digits);
    long rest = value;
    for (int at = size + digits - 1; at >= size; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** Text in UTF-8 as the inside of a string. */
  JsonBuffer escaped(byte[] utf8, int start, int end) {
    for (int i = start; i < end; i++) {
      escaped(utf8[i]);
    }
    return this;
  }

  /** Each byte as the character of that number, as the inside of a string. */
  JsonBuffer latin1(byte[] raw, int length) {
    for (int i = 0; i < length; i++) {
      byte b = raw[i];
      if (b >= 0) {
        escaped(b);
      } else {
        room(2);
        bytes[size++] = (byte) (0xC0 | (b & 0xC0) >> 6);
        bytes[size++] = (byte) (0x80 | b & 0x3F);
      }
    }
    return this;
  }

  private void escaped(byte b) {
    room(6);
    if (b >= 0 && b < ' ') {
      bytes[size++] = '\\';
      bytes[size++] = 'u';
      bytes[size++] = '0';
      bytes[size++] = '0';
      bytes[size++] = HEX[b >> 4];
      bytes[size++] = HEX[b & 0xF];
    } else {
      if (b == '"' || b == '\\') {
        bytes[size++] = '\\';
      }
      bytes[size++] = b;
    }
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
