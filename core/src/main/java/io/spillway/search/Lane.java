package io.spillway.search;

import java.util.ArrayDeque;

/** The items of one index that could be sent, and whether that index takes any. */
final class Lane {
  final String index;
  final ArrayDeque<BulkItem> items = new ArrayDeque<>();
  long bytes;

  /** Closed until this time; Long.MAX_VALUE until somebody opens it. */
  long closedUntilMs;

  /** After a block only one item goes, until one is stored. */
  boolean probing;

  int blocks;
  long blockedSinceMs;

  /** The answer that closed it last; all its items say the same. */
  BulkRequest blockedBy;

  boolean queued;

  Lane(String index, long closedUntilMs) {
    this.index = index;
    this.closedUntilMs = closedUntilMs;
  }

  boolean open(long nowMs) {
    return nowMs >= closedUntilMs;
  }
}
