package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text of the message as UTF-8: a range of its bytes, or an array of its own. Reused. */
final class Slice {
  private byte[] bytes;
  private int start;
  private int end;

  void set(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  void clear() {
    bytes = null;
    start = 0;
    end = 0;
  }

  boolean isAbsent() {
    return bytes == null;
  }

  /** True also where it is absent. */
  boolean isEmpty() {
    return start == end;
  }

  long hash() {
    return Swar.hash(bytes, start, end);
  }

  boolean is(byte[] other) {
    return Arrays.equals(bytes, start, end, other, 0, other.length);
  }

  byte[] copy() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  /** The text; empty where it is absent. */
  @Override
  public String toString() {
    return isEmpty() ? "" : new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
