package io.spillway.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Items of paused tables, out of their lanes, in the order in which they left or came. */
final class PausedItems {
  private final Predicate<SearchRow> holds;
  private List<BulkItem> items = new ArrayList<>();
  private long bytes;

  PausedItems(Predicate<SearchRow> holds) {
    this.holds = holds;
  }

  /** Takes the item if its table is paused. */
  boolean takes(BulkItem item) {
    if (!holds.test(item.row)) {
      return false;
    }
    item.shelved = true;
    items.add(item);
    bytes += item.cost();
    return true;
  }

  /** Takes those of paused tables out of a list, and gives the others. */
  List<BulkItem> others(List<BulkItem> some) {
    List<BulkItem> others = new ArrayList<>(some.size());
    for (BulkItem item : some) {
      if (!takes(item)) {
        others.add(item);
      }
    }
    return others;
  }

  /** Gives all back. */
  List<BulkItem> clear() {
    List<BulkItem> all = items;
    items = new ArrayList<>();
    bytes = 0;
    for (BulkItem item : all) {
      item.shelved = false;
    }
    return all;
  }

  int count() {
    return items.size();
  }

  /** Heap that they take. */
  long bytes() {
    return bytes;
  }
}
