package io.spillway.search;

import io.spillway.search.document.Document;
import java.util.HashMap;
import java.util.Map;

/**
 * Order of the changes of one document: a change goes in the same request as the one before it, or
 * after that is stored or dead. Versions alone would do as long as the engine runs, but an engine
 * that is restarted has forgotten the versions of deleted documents, whatever {@code
 * index.gc_deletes} says; an older change that is sent after the delete would bring the document
 * back. Where documents carry no version, one change at a time is on its way: a part of a request
 * may fail, and what is sent again would come behind the rest. Not thread-safe.
 */
final class KeyOrder {
  private final boolean versioned;
  private final Map<Key, BulkItem> newest = new HashMap<>();

  KeyOrder(boolean versioned) {
    this.versioned = versioned;
  }

  private record Key(String index, String id) {
    static Key of(Document document) {
      return new Key(document.index(), document.id());
    }
  }

  /** Whether a change of the document isn't finished. */
  boolean isWaiting(Document document) {
    return newest.containsKey(Key.of(document));
  }

  /** Takes an item, behind those of its document that aren't finished. */
  void add(BulkItem item) {
    BulkItem earlier = newest.put(Key.of(item.document), item);
    if (earlier != null) {
      earlier.later = item;
      item.earlier = earlier;
    }
  }

  /** Whether the item may go in this request. */
  boolean admits(BulkItem item, long request) {
    return item.earlier == null || (versioned && item.earlier.request == request);
  }

  /**
   * The item is stored or dead.
   *
   * @return the next one of its document where that may go now, or null
   */
  BulkItem finish(BulkItem item) {
    BulkItem later = item.later;
    if (later == null) {
      if (item.earlier == null) {
        newest.remove(Key.of(item.document));
      } else {
        newest.put(Key.of(item.document), item.earlier);
      }
    } else {
      later.earlier = item.earlier;
    }
    if (item.earlier != null) {
      item.earlier.later = later;
      later = null;
    }
    item.earlier = null;
    item.later = null;
    return later;
  }
}
