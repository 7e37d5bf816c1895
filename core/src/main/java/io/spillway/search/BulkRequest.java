package io.spillway.search;

import java.util.List;

/** A request in flight. Compared by identity. */
final class BulkRequest {
  private final List<BulkItem> items;
  private final byte[] body;
  private final long sentMs;

  private BulkRequest(List<BulkItem> items, byte[] body, long sentMs) {
    this.items = items;
    this.body = body;
    this.sentMs = sentMs;
  }

  /** Joins the items' lines and counts the attempt. */
  static BulkRequest of(List<BulkItem> items, long nowMs) {
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
    return new BulkRequest(items, body, nowMs);
  }

  List<BulkItem> items() {
    return items;
  }

  byte[] body() {
    return body;
  }

  long sentMs() {
    return sentMs;
  }
}
