package io.spillway.event;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The value of a {@code traceparent} header, as W3C Trace Context has it: {@code
 * version-id-parent-flags}, of 2, 32, 16 and 2 lower-case hex digits. It is looked at byte by byte:
 * nothing is made of a header whose id nobody wants.
 */
final class TraceParent {
  private static final int ID = 3;
  private static final int PARENT = 36;
  private static final int FLAGS = 53;
  private static final int END = 55;
  private static final int ID_DIGITS = 32;
  private static final int SHARE_DIGITS = 8;
  private static final int SAMPLED = 1;

  private TraceParent() {}

  /** The first usable value; null where there is none. */
  static byte[] in(List<Header> headers) {
    int count = headers.size();
    for (int i = 0; i < count; i++) {
      Header header = headers.get(i);
      if (header.name().equalsIgnoreCase(TraceId.HEADER) && isUsable(header.value())) {
        return header.value();
      }
    }
    return null;
  }

  /** Flags may be missing: they say nothing about the id. */
  private static boolean isUsable(byte[] value) {
    return value != null
        && value.length >= FLAGS
        && digits(value, 0, ID - 1) >= 0
        && !(value[0] == 'f' && value[1] == 'f')
        && value[ID - 1] == '-'
        && digits(value, ID, PARENT - 1) > 0
        && value[PARENT - 1] == '-'
        && digits(value, PARENT, FLAGS - 1) > 0
        && value[FLAGS - 1] == '-';
  }

  /** Whether whoever began the trace samples it. */
  static boolean isSampled(byte[] value) {
    return value.length >= END
        && digits(value, FLAGS, END) >= 0
        && (digit(value[END - 1]) & SAMPLED) != 0;
  }

  /** The trace's id, 32 digits. */
  static String id(byte[] value) {
    return new String(value, ID, ID_DIGITS, StandardCharsets.US_ASCII);
  }

  /** The last eight digits of the id, which are random by the W3C's rules. */
  static long lastDigits(byte[] value) {
    long digits = 0;
    for (int i = ID + ID_DIGITS - SHARE_DIGITS; i < ID + ID_DIGITS; i++) {
      digits = digits << 4 | digit(value[i]);
    }
    return digits;
  }

  /** Negative where one is no digit, 0 where all are zeros. */
  private static int digits(byte[] value, int from, int to) {
    int all = 0;
    for (int i = from; i < to; i++) {
      all |= digit(value[i]);
    }
    return all;
  }

  private static int digit(byte c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  }
}
