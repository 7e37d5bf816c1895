package io.spillway.search;

import java.util.ArrayList;
import java.util.List;

/** Every item that isn't finished, in the order of arrival, and what they weigh. */
final class Unfinished {
  private BulkItem first;
  private BulkItem last;
  private long bytes;
  private int count;

  void add(BulkItem item) {
    item.previous = last;
    if (last == null) {
      first = item;
    } else {
      last.next = item;
    }
    last = item;
    bytes += item.cost();
    count++;
  }

  void remove(BulkItem item) {
    if (item.previous == null) {
      first = item.next;
    } else {
      item.previous.next = item.next;
    }
    if (item.next == null) {
      last = item.previous;
    } else {
      item.next.previous = item.previous;
    }
    item.previous = null;
    item.next = null;
    bytes -= item.cost();
    count--;
  }

  long bytes() {
    return bytes;
  }

  int count() {
    return count;
  }

  /** The smallest commitTs, or Long.MAX_VALUE for none. */
  long oldestCommitTs() {
    long oldest = Long.MAX_VALUE;
    for (BulkItem item = first; item != null; item = item.next) {
      oldest = Math.min(oldest, item.row.commitTs());
    }
    return oldest;
  }

  /** The smallest commitTs of what isn't shelved, or Long.MAX_VALUE for none. */
  long oldestUnpausedTs() {
    long oldest = Long.MAX_VALUE;
    for (BulkItem item = first; item != null; item = item.next) {
      oldest = item.shelved ? oldest : Math.min(oldest, item.row.commitTs());
    }
    return oldest;
  }

  /** For each of {@link #rows} how often it was sent: the most often of its documents. */
  List<Integer> attempts() {
    List<Integer> attempts = new ArrayList<>(count);
    SearchRow previous = null;
    for (BulkItem item = first; item != null; item = item.next) {
      int last = attempts.size() - 1;
      if (item.row != previous) {
        attempts.add(item.attempts);
      } else {
        attempts.set(last, Math.max(attempts.get(last), item.attempts));
      }
      previous = item.row;
    }
    return attempts;
  }

  /** Each row once; a row that became two documents has them side by side. */
  List<SearchRow> rows() {
    List<SearchRow> rows = new ArrayList<>(count);
    SearchRow previous = null;
    for (BulkItem item = first; item != null; item = item.next) {
      if (item.row != previous) {
        rows.add(item.row);
      }
      previous = item.row;
    }
    return rows;
  }
}
