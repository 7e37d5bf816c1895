package io.spillway.search;

import io.spillway.search.document.Document;

/** One document that isn't finished yet. Owned by {@link BulkBuffer}. */
final class BulkItem {
  /** Object headers, links and the strings of index and id: measured to be near this. */
  private static final int OVERHEAD = 256;

  final SearchRow row;

  /** Null for a row that could not become a document and may not go to the dead letters yet. */
  final Document document;

  /** How often it was sent. */
  int attempts;

  /** How often the connection broke while it was alone in a request, and when first. */
  int cuts;

  long firstCutMs;

  /** Since when it could be sent. */
  long readySinceMs;

  /** The request that it last went in; 0 before. */
  long request;

  /** Out of its lane until an earlier change of its document is finished. */
  boolean parked;

  /** A later change of the same document, in the same request, is done. */
  boolean superseded;

  /** Changes of the same document that aren't finished. */
  BulkItem earlier;

  BulkItem later;

  BulkItem previous;
  BulkItem next;

  BulkItem(SearchRow row, Document document) {
    this.row = row;
    this.document = document;
  }

  /** Bytes in a request. */
  int size() {
    return document.ndjson().length;
  }

  /** Bytes on the heap. */
  long cost() {
    return (long) OVERHEAD + row.bytes().length + (document == null ? 0 : document.ndjson().length);
  }
}
