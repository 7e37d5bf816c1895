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

  /** How often it was in a request that failed as a whole, and when last; -1 for never. */
  int wholeFailures;

  long wholeFailedMs = -1;

  /** How often it failed alone in a request while the engine answered others. */
  int strikes;

  /** Why it failed last; null for never. */
  DeadDocument.Failure failure;

  /** That of its index; null before it is in the buffer, and without a document. */
  Lane lane;

  /** When it failed first and last, in ms since 1970; -1 for never. */
  long firstFailedMs = -1;

  long lastFailedMs = -1;

  /** Since when it could be sent. */
  long readySinceMs;

  /** The request that it last went in; 0 before. */
  long request;

  /** Out of its lane until an earlier change of its document is finished. */
  boolean parked;

  /** Out of its lane because its table is paused. */
  boolean shelved;

  /** A later change of the same document that wins over it, in the same request, is done. */
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

  void failed(long nowMs) {
    firstFailedMs = firstFailedMs < 0 ? nowMs : firstFailedMs;
    lastFailedMs = nowMs;
  }

  /** Bytes in a request. */
  int size() {
    return document.ndjson().length;
  }

  /** Bytes on the heap. */
  long cost() {
    byte[] key = row.envelope().key();
    return (long) OVERHEAD
        + row.bytes().length
        + (key == null ? 0 : key.length)
        + (document == null ? 0 : document.ndjson().length);
  }
}
