package io.spillway.search;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Order where documents carry no version: of each document one change is on its way, and the next
 * one goes when that is stored or dead. Not thread-safe.
 */
final class KeyOrder {
  private final Map<Key, ArrayDeque<BulkItem>> waiting = new HashMap<>();

  private record Key(String index, String id) {
    static Key of(BulkItem item) {
      return new Key(item.document.index(), item.document.id());
    }
  }

  /** Whether the item may go; one that may not is given out by {@link #finished} in its turn. */
  boolean admit(BulkItem item) {
    Key key = Key.of(item);
    ArrayDeque<BulkItem> others = waiting.get(key);
    if (others == null) {
      waiting.put(key, new ArrayDeque<>(2));
      return true;
    }
    others.add(item);
    return false;
  }

  /** The item that may go now that this one is finished, or null for none. */
  BulkItem finished(BulkItem item) {
    Key key = Key.of(item);
    BulkItem next = waiting.get(key).poll();
    if (next == null) {
      waiting.remove(key);
    }
    return next;
  }
}
