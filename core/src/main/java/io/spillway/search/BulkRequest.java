package io.spillway.search;

import java.util.List;

/** A request in flight. Compared by identity. */
final class BulkRequest {
  private final List<BulkItem> items;
  private final byte[] body;
  private final long sentMs;
  private final Purpose purpose;

  /** What a request is sent for. */
  enum Purpose {
    /** To write documents. */
    BATCH,
    /** To see whether an index that refused documents takes one again. */
    PROBE,
    /** To find the document that makes whole requests fail. */
    SUSPECT
  }

  private BulkRequest(List<BulkItem> items, byte[] body, long sentMs, Purpose purpose) {
    this.items = items;
    this.purpose = purpose;
    this.body = body;
    this.sentMs = sentMs;
  }

  /** Joins the items' lines and counts the attempt. */
  static BulkRequest of(List<BulkItem> items, Purpose purpose, long nowMs) {
    int size = 0;
    for (BulkItem item : items) {
      size = Math.addExact(size, item.size());
      item.attempts++;
    }
    byte[] body = new byte[size];
    int at = 0;
    for (BulkItem item : items) {
      System.arraycopy(item.document.ndjson(), 0, body, at, item.size());
      at += item.size();
    }
    return new BulkRequest(items, body, nowMs, purpose);
  }

  List<BulkItem> items() {
    return items;
  }

  byte[] body() {
    return body;
  }

  Purpose purpose() {
    return purpose;
  }

  long sentMs() {
    return sentMs;
  }
}
