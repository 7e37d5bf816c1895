package io.spillway.decode;

import java.util.Arrays;

/**
 * Where the parts of a decimal stand that comes with a scale of its own: {@code scale} and {@code
 * value}. Reused.
 */
final class ScaledDecimal {
  /** PostgreSQL has up to 16,383 decimals, and 131,072 digits before them. */
  private static final int LARGEST_SCALE = 1 << 18;

  private static final byte[] SCALE = {'s', 'c', 'a', 'l', 'e'};
  private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};

  private final JsonScanner scan = new JsonScanner();
  private final Span value = new Span();
  private int scale;

  /** Reads an object that is sound JSON; false where it isn't such a decimal. */
  boolean read(byte[] json, int from, int to) {
    scan.reset(json, to);
    value.clear();
    boolean hasScale = false;
    int at = scan.open(from, 1);
    while (scan.at(at) != '}') {
      int name = at + 1;
      int start = scan.key(at);
      int nameEnd = scan.keyEnd();
      int after = scan.value(start, 1);
      if (is(SCALE, json, name, nameEnd)) {
        hasScale = isScale(json, start, after);
      } else if (is(VALUE, json, name, nameEnd) && json[start] == '"') {
        value.set(start, after);
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    return hasScale && !value.isEmpty();
  }

  private boolean isScale(byte[] json, int from, int to) {
    if (!NumberText.isLong(json, from, to)) {
      return false;
    }
    long number = NumberText.wrapped(json, from, to);
    scale = (int) number;
    return number >= -LARGEST_SCALE && number <= LARGEST_SCALE;
  }

  private static boolean is(byte[] wanted, byte[] json, int from, int to) {
    return Arrays.equals(wanted, 0, wanted.length, json, from, to);
  }

  /** Decimals; below 0 there are zeros after the unscaled value. */
  int scale() {
    return scale;
  }

  /** The value's token, quotes included. */
  int valueFrom() {
    return value.from;
  }

  int valueTo() {
    return value.to;
  }
}
