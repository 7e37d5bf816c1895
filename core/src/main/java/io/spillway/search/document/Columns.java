package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Texts by column name in the order they came, filled anew for each row: rows of one table show the
 * same names in the same order, so that nothing is allocated for them. Where a name comes twice the
 * last text counts.
 */
final class Columns {
  private static final int FIRST_SIZE = 16;

  /** More names than this aren't looked through one by one. */
  private static final int SCANNED = 32;

  private String[] names = new String[FIRST_SIZE];
  private String[] texts = new String[FIRST_SIZE];
  private int size;
  private int sizeBefore;
  private boolean sameNames = true;
  private Map<String, Integer> index;

  void clear() {
    sizeBefore = sameNames ? Math.max(size, sizeBefore) : size;
    size = 0;
    sameNames = true;
    index = null;
  }

  void put(String name, String text) {
    // first the place: finding it may put a larger array in the place of this one
    int at = place(name);
    texts[at] = text;
  }

  /**
   * Takes the scalar at the parser's token; the text of the row before it serves again if equal.
   */
  void putToken(String name, JsonParser parser) throws IOException {
    int at = place(name);
    texts[at] = TokenText.of(parser, texts[at]);
  }

  private int place(String name) {
    sameNames &= size < sizeBefore && names[size].equals(name);
    int known = sameNames ? -1 : find(name, size);
    if (known >= 0) {
      return known;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      texts = Arrays.copyOf(texts, 2 * size);
    }
    names[size] = name;
    if (index != null) {
      index.put(name, size);
    }
    return size++;
  }

  int size() {
    return size;
  }

  String name(int at) {
    return names[at];
  }

  /** The text at a place; null stands for NULL. */
  String text(int at) {
    return texts[at];
  }

  /** The text of a column; null for NULL or none. */
  String get(String name) {
    int at = find(name, 0);
    return at < 0 ? null : texts[at];
  }

  boolean has(String name) {
    return find(name, 0) >= 0;
  }

  /**
   * The place of a column, or -1.
   *
   * @param likely where to look first
   */
  int find(String name, int likely) {
    if (likely < size && names[likely].equals(name)) {
      return likely;
    }
    if (size > SCANNED) {
      return indexed(name);
    }
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private int indexed(String name) {
    if (index == null) {
      index = new HashMap<>();
      for (int i = 0; i < size; i++) {
        index.put(names[i], i);
      }
    }
    return index.getOrDefault(name, -1);
  }
}
