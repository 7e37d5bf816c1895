package io.spillway.decode;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The schemas seen so far. Every message repeats its schema to the letter, so it is found by its
 * bytes; it is parsed once. Holds at most {@link #MAX_SCHEMAS}, then it starts over.
 */
final class RowSchemas {
  static final int MAX_SCHEMAS = 4096;

  private record Known(byte[] json, RowSchema schema) {}

  private final Map<Long, Known> byHash = new HashMap<>();
  private Known last = new Known(new byte[0], RowSchema.NONE);

  /**
   * The end of the schema that begins here, where it is the one that was found last; else -1. An
   * object ends where its braces do, so equal bytes are the whole value.
   */
  int endOfLast(byte[] bytes, int from, int end) {
    int length = last.json.length;
    return length > 0
            && end - from >= length
            && Arrays.equals(bytes, from, from + length, last.json, 0, length)
        ? from + length
        : -1;
  }

  /** The schema in a range that is sound JSON; of nothing if the range is empty. */
  RowSchema find(byte[] bytes, int from, int to) throws IOException {
    if (from == to) {
      return RowSchema.NONE;
    }
    if (!isAt(last, bytes, from, to)) {
      long hash = Swar.hash(bytes, from, to);
      Known known = byHash.get(hash);
      if (known == null || !isAt(known, bytes, from, to)) {
        known = new Known(Arrays.copyOfRange(bytes, from, to), RowSchema.read(bytes, from, to));
        if (byHash.size() >= MAX_SCHEMAS) {
          byHash.clear();
        }
        byHash.put(hash, known);
      }
      last = known;
    }
    return last.schema;
  }

  int size() {
    return byHash.size();
  }

  private static boolean isAt(Known known, byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, known.json, 0, known.json.length);
  }
}
