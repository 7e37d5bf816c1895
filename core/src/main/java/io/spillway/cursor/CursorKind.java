package io.spillway.cursor;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What the values of a cursor are, and when one is beyond another. A value is a text. */
public enum CursorKind {
  /** Commit timestamps: whole numbers from 0 to 2^63 - 1. */
  TIME("TIME", "") {
    @Override
    int compare(String a, String b) {
      return Long.compare(Long.parseLong(a), Long.parseLong(b));
    }
  },

  /** Ids that are whole numbers of any length, in the order of numbers: 9 is before 10. */
  ID_NUMERIC("ID", "numeric") {
    @Override
    int compare(String a, String b) {
      return new BigInteger(a).compareTo(new BigInteger(b));
    }
  },

  /** Ids that are texts, in the order of their UTF-8 bytes: "10" is before "9". */
  ID_TEXT("ID", "text") {
    @Override
    int compare(String a, String b) {
      return Arrays.compareUnsigned(
          a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
  },

  /** What a source gave to go on with. Has no order: the last one counts. */
  TOKEN("TOKEN", "") {
    @Override
    int compare(String a, String b) {
      throw new UnsupportedOperationException("tokens have no order");
    }
  };

  private final String word;
  private final String order;

  CursorKind(String word, String order) {
    this.word = word;
    this.order = order;
  }

  /** Below, at or above 0; throws IllegalArgumentException where one is no value of this kind. */
  abstract int compare(String a, String b);

  /** TIME, ID or TOKEN. */
  public String word() {
    return word;
  }

  /** {@code numeric} or {@code text} for ids, else empty. */
  public String order() {
    return order;
  }

  /** Throws IllegalArgumentException on anything that no kind has. */
  public static CursorKind of(String word, String order) {
    for (CursorKind kind : values()) {
      if (kind.word.equals(word) && kind.order.equals(order)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("not a kind of cursor: " + word + " " + order);
  }
}
