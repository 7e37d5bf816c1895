package io.spillway.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers in plain digits, without an exponent and without changing one of them. */
final class NumberText {
  /** A number with more zeros than this before its point stays in its short form. */
  private static final int MOST_ZEROS = 1000;

  /** Characters of a number with an exponent; parsing takes time by the square of them. */
  private static final int LONGEST_PARSED = 2_000;

  private final JsonBuffer out;

  NumberText(JsonBuffer out) {
    this.out = out;
  }

  /** A JSON number. */
  void plain(byte[] json, int from, int to) {
    if (indexOfExponent(json, from, to) < 0) {
      out.put(json, from, to);
      return;
    }
    BigDecimal number = parsed(json, from, to);
    if (number == null) {
      out.put(json, from, to);
    } else {
      ascii(number.toPlainString());
    }
  }

  /** A binary number without zeros at its end; false, with nothing written, for anything else. */
  boolean shortest(byte[] json, int from, int to) {
    if (json[from] != '-' && !isDigit(json[from])) {
      return false;
    }
    if (indexOfExponent(json, from, to) >= 0) {
      BigDecimal number = parsed(json, from, to);
      if (number == null) {
        return false;
      }
      ascii(number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString());
      return true;
    }
    int end = to;
    if (indexOf(json, from, to, '.') >= 0) {
      while (json[end - 1] == '0') {
        end--;
      }
      end = json[end - 1] == '.' ? end - 1 : end;
    }
    out.put(json, from, end);
    return true;
  }

  /**
   * A number with at least {@code scale} decimals; false, with nothing written, for anything else.
   *
   * @param scale -1 for as many as there are
   */
  boolean decimal(byte[] text, int from, int to, int scale) {
    if (from == to || (text[from] != '-' && !isDigit(text[from]))) {
      return false;
    }
    int start = out.size();
    plain(text, from, to);
    if (scale > 0) {
      int point = indexOf(out.bytes(), start, out.size(), '.');
      if (point < 0) {
        point = out.size();
        out.put('.');
      }
      int missing = scale - (out.size() - point - 1);
      if (missing > 0) {
        out.zeros(missing);
      }
    }
    return true;
  }

  /** Big-endian two's complement with the point set {@code scale} digits from the right. */
  void unscaled(byte[] bytes, int size, int scale) {
    int start = out.size();
    boolean fits = size <= Long.BYTES;
    long low = lowBytes(bytes, size);
    if (fits && low < 0) {
      out.put('-').unsigned(-low);
    } else if (fits || (size == Long.BYTES + 1 && bytes[0] == 0)) {
      out.unsigned(low);
    } else {
      ascii(new BigInteger(Arrays.copyOf(bytes, size)).toString());
    }
    if (scale > 0) {
      point(start, scale);
    }
  }

  private void point(int from, int scale) {
    int start = out.bytes()[from] == '-' ? from + 1 : from;
    int digits = out.size() - start;
    int missing = Math.max(0, scale + 1 - digits);
    out.zeros(missing + 1);
    byte[] bytes = out.bytes();
    System.arraycopy(bytes, start, bytes, start + missing, digits);
    Arrays.fill(bytes, start, start + missing, (byte) '0');
    int point = start + missing + digits - scale;
    System.arraycopy(bytes, point, bytes, point + 1, scale);
    bytes[point] = '.';
  }

  /** The last eight bytes of big-endian two's complement. */
  static long lowBytes(byte[] bytes, int size) {
    long low = size > 0 && bytes[0] < 0 ? -1 : 0;
    for (int i = Math.max(0, size - Long.BYTES); i < size; i++) {
      low = low << 8 | bytes[i] & 0xFF;
    }
    return low;
  }

  /** Whether two's complement has no bit set. */
  static boolean isZero(byte[] bytes, int size) {
    for (int i = 0; i < size; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Digits only, with or without a minus before them. */
  static boolean isWhole(byte[] text, int from, int to) {
    int start = text[from] == '-' ? from + 1 : from;
    for (int i = start; i < to; i++) {
      if (!isDigit(text[i])) {
        return false;
      }
    }
    return start < to;
  }

  /** A whole number that 64 bits with a sign can hold. */
  static boolean isLong(byte[] text, int from, int to) {
    if (!isWhole(text, from, to)) {
      return false;
    }
    int start = text[from] == '-' ? from + 1 : from;
    int length = to - start;
    if (length != 19) {
      return length < 19;
    }
    long digits = wrapped(text, start, to);
    return digits >= 0 || (start > from && digits == Long.MIN_VALUE);
  }

  /** A whole number, modulo 2^64. */
  static long wrapped(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    long number = 0;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      number = number * 10 + text[i] - '0';
    }
    return negative ? -number : number;
  }

  private static BigDecimal parsed(byte[] json, int from, int to) {
    if (to - from > LONGEST_PARSED) {
      return null;
    }
    try {
      BigDecimal number =
          new BigDecimal(new String(json, from, to - from, StandardCharsets.US_ASCII));
      return Math.abs((long) number.scale()) > MOST_ZEROS ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static int indexOfExponent(byte[] json, int from, int to) {
    int at = indexOf(json, from, to, 'e');
    return at >= 0 ? at : indexOf(json, from, to, 'E');
  }

  private static int indexOf(byte[] json, int from, int to, char wanted) {
    for (int i = from; i < to; i++) {
      if (json[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      out.put(text.charAt(i));
    }
  }
}
