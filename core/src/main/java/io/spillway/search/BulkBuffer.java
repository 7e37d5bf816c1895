package io.spillway.search;

import io.spillway.search.document.Document;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Unsent and unanswered items, and the forming of batches from them. Each index has a lane of its
 * own, so that one that takes nothing (not checked yet, parked) doesn't hold up the others. Items
 * that failed come back at their time, at the head of their lane; the halves of a divided request
 * stay together, and what makes whole requests fail stays apart from the rest. Items of paused
 * tables are on a shelf until they may go. Plain data, not thread-safe.
 */
final class BulkBuffer {
  private final Unfinished unfinished = new Unfinished();
  private final boolean versioned;
  private final KeyOrder order;
  private final PausedItems shelf;
  private final Map<String, Lane> lanes = new HashMap<>();
  private final ArrayDeque<Lane> turn = new ArrayDeque<>();
  private final ParkedIndices parked = new ParkedIndices();
  private final Predicate<SearchRow> holds;
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueMs));
  private final PriorityQueue<Delayed> whole =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueMs));
  private final PriorityQueue<Delayed> suspects =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueMs));
  private boolean wholeTurn = true;
  private long readyBytes;
  private long request;

  /**
   * @param versioned whether documents carry versions
   * @param holds whether a row waits because its table is paused
   */
  BulkBuffer(boolean versioned, Predicate<SearchRow> holds) {
    this.versioned = versioned;
    order = new KeyOrder(versioned);
    shelf = new PausedItems(holds);
    this.holds = holds;
  }

  boolean isVersioned() {
    return versioned;
  }

  /** Items that come back together. */
  private record Delayed(long dueMs, List<BulkItem> items) {}

  /**
   * Takes a new item.
   *
   * @return true if it is the first of its index, whose lane stays closed until {@link #open}
   */
  boolean add(BulkItem item, long nowMs) {
    unfinished.add(item);
    order.add(item);
    String index = item.document.index();
    Lane lane = lanes.get(index);
    boolean first = lane == null;
    if (first) {
      lane = new Lane(index, item.row.dispatcher());
      lanes.put(index, lane);
    }
    item.lane = lane;
    parked.changed(lane, item.cost(), 1);
    item.readySinceMs = nowMs;
    if (!shelf.takes(item)) {
      lane.items.addLast(item);
      grow(lane, item);
    }
    return first;
  }

  /** Whether a change of the document isn't finished. */
  boolean isWaiting(Document document) {
    return order.isWaiting(document);
  }

  /** Keeps an item that isn't to be sent. */
  void hold(BulkItem item) {
    unfinished.add(item);
  }

  /** The item is stored, or dead. */
  void finish(BulkItem item) {
    unfinished.remove(item);
    if (item.lane != null) {
      parked.changed(item.lane, -item.cost(), -1);
      unpark(order.finish(item));
    }
  }

  /** Brings the items of one document back into their lane, which they left for want of order. */
  private void unpark(BulkItem first) {
    List<BulkItem> items = new ArrayList<>();
    for (BulkItem item = first; item != null && item.parked; item = item.later) {
      item.parked = false;
      items.add(item);
    }
    putBack(items);
  }

  private void putBack(List<BulkItem> items) {
    List<BulkItem> back = shelf.others(items);
    for (int i = back.size() - 1; i >= 0; i--) {
      BulkItem item = back.get(i);
      item.lane.items.addFirst(item);
      grow(item.lane, item);
    }
  }

  /** The items come back at a time. */
  void retry(List<BulkItem> items, long dueMs) {
    if (!items.isEmpty()) {
      delayed.add(new Delayed(dueMs, items));
    }
  }

  /** The items come back at a time as one request, apart from all others. */
  void suspect(List<BulkItem> items, long dueMs) {
    suspects.add(new Delayed(dueMs, items));
  }

  /** The items come back at a time as two requests, apart from all others. Two items or more. */
  void divideSuspects(List<BulkItem> items, long dueMs) {
    int half = items.size() / 2;
    suspect(new ArrayList<>(items.subList(0, half)), dueMs);
    suspect(new ArrayList<>(items.subList(half, items.size())), dueMs);
  }

  /** The suspects whose turn it is, to be sent as one request; empty for none. */
  List<BulkItem> nextSuspects(long nowMs) {
    while (!suspects.isEmpty() && suspects.peek().dueMs() <= nowMs) {
      List<BulkItem> next = shelf.others(suspects.poll().items());
      if (!next.isEmpty()) {
        return next;
      }
    }
    return List.of();
  }

  /** The items come back at a time, as two requests. Two items or more. */
  void divide(List<BulkItem> items, long dueMs) {
    int half = items.size() / 2;
    whole.add(new Delayed(dueMs, new ArrayList<>(items.subList(0, half))));
    whole.add(new Delayed(dueMs, new ArrayList<>(items.subList(half, items.size()))));
  }

  Iterable<Lane> lanes() {
    return lanes.values();
  }

  Lane lane(String index) {
    return lanes.get(index);
  }

  ParkedIndices parked() {
    return parked;
  }

  /** Items of this index wait until {@link #open}. */
  void close(Lane lane) {
    lane.checked = false;
    if (lane.queued) {
      turn.remove(lane);
      lane.queued = false;
      readyBytes -= lane.bytes;
    }
  }

  /** Items of this index may be sent. */
  void open(String index) {
    Lane lane = lanes.get(index);
    lane.checked = true;
    unpark(lane);
  }

  /** The index takes documents again: what was set aside comes back first. */
  void unpark(Lane lane) {
    putBack(parked.end(lane));
    enqueue(lane);
  }

  /** Sets the item aside: its index refuses it. */
  void setAside(BulkItem item, DeadDocument.Failure failure, long nowMs) {
    parked.park(item.lane, failure, nowMs).refused.addLast(new Trouble.Refused(item, failure));
  }

  /**
   * Takes the newest rows of a parked index out, oldest first, to wait elsewhere. Rows that have
   * become several documents, or that stand before another change of their document, stay.
   */
  List<SearchRow> evict(Lane lane, long downTo) {
    ArrayDeque<SearchRow> rows = new ArrayDeque<>();
    while (lane.cost > downTo && !lane.items.isEmpty() && isAlone(lane.items.peekLast())) {
      BulkItem item = lane.items.pollLast();
      lane.bytes -= item.size();
      readyBytes -= lane.queued ? item.size() : 0;
      finish(item);
      rows.addFirst(item.row);
    }
    if (lane.queued && lane.items.isEmpty()) {
      turn.remove(lane);
      lane.queued = false;
    }
    ArrayDeque<Trouble.Refused> refused = lane.trouble.refused;
    while (lane.cost > downTo && !refused.isEmpty() && isAlone(refused.peekLast().item())) {
      BulkItem item = refused.pollLast().item();
      finish(item);
      rows.addFirst(item.row);
    }
    return List.copyOf(rows);
  }

  private static boolean isAlone(BulkItem item) {
    boolean single =
        (item.previous == null || item.previous.row != item.row)
            && (item.next == null || item.next.row != item.row);
    return single && item.later == null;
  }

  /** Lets ordinary requests have items of a parked index, or no longer. */
  void pass(Lane lane, boolean passes) {
    lane.trouble.passes = passes;
    if (passes) {
      enqueue(lane);
    } else if (lane.queued) {
      turn.remove(lane);
      lane.queued = false;
      readyBytes -= lane.bytes;
    }
  }

  /** The next document to probe a parked index with; null where none is due. */
  BulkItem nextProbe(long nowMs) {
    Lane lane = parked.due(nowMs);
    if (lane == null) {
      return null;
    }
    BulkItem item = ParkedIndices.probe(lane, holds);
    if (item == null && !lane.queued) {
      item = takeAdmitted(lane);
    }
    lane.trouble.probing = item != null;
    return item;
  }

  /** The first of a lane that is in no request's way; null for none. */
  BulkItem takeAdmitted(Lane lane) {
    while (!lane.items.isEmpty()) {
      BulkItem item = lane.items.peek();
      take(lane);
      item.parked = item.earlier != null;
      if (!item.parked) {
        return item;
      }
    }
    return null;
  }

  /** What is paused has changed: some items leave their lanes, some come back. */
  void sort() {
    putBack(shelf.clear());
    for (Lane lane : lanes.values()) {
      sort(lane);
    }
  }

  private void sort(Lane lane) {
    List<BulkItem> stay = shelf.others(new ArrayList<>(lane.items));
    if (stay.size() == lane.items.size()) {
      return;
    }
    if (lane.queued) {
      turn.remove(lane);
      lane.queued = false;
      readyBytes -= lane.bytes;
    }
    lane.items.clear();
    lane.bytes = 0;
    for (BulkItem item : stay) {
      lane.items.addLast(item);
      grow(lane, item);
    }
  }

  PausedItems shelf() {
    return shelf;
  }

  /** Brings back what is due. */
  void wake(long nowMs) {
    while (!delayed.isEmpty() && delayed.peek().dueMs() <= nowMs) {
      putBack(delayed.poll().items());
    }
  }

  /** Whether a half of a divided request is due. */
  boolean wholeDue(long nowMs) {
    return !whole.isEmpty() && whole.peek().dueMs() <= nowMs;
  }

  /**
   * The next batch, at least one item where any is ready. A half of a divided request is a batch of
   * its own, whatever its size.
   */
  List<BulkItem> next(int maxBytes, long nowMs) {
    // by turns: one that kills every request must not be the only one that is tried
    wholeTurn = wholeDue(nowMs) && (wholeTurn || turn.isEmpty());
    if (wholeTurn) {
      wholeTurn = false;
      List<BulkItem> half = shelf.others(whole.poll().items());
      if (!half.isEmpty()) {
        return half;
      }
    }
    wholeTurn = true;
    List<BulkItem> batch = new ArrayList<>();
    request++;
    long size = 0;
    for (int lanesLeft = turn.size(); lanesLeft > 0; lanesLeft--) {
      Lane lane = turn.peek();
      boolean room = true;
      while (room && !lane.items.isEmpty()) {
        BulkItem item = lane.items.peek();
        boolean admitted = order.admits(item, request);
        room = !admitted || batch.isEmpty() || size + item.size() <= maxBytes;
        if (room) {
          take(lane);
          item.parked = !admitted;
        }
        if (room && admitted) {
          item.request = request;
          batch.add(item);
          size += item.size();
        }
      }
      turn.poll();
      lane.queued = false;
      if (!lane.items.isEmpty()) {
        turn.add(lane);
        lane.queued = true;
      }
      if (!room) {
        return batch;
      }
    }
    return batch;
  }

  private void take(Lane lane) {
    BulkItem item = lane.items.poll();
    lane.bytes -= item.size();
    readyBytes -= lane.queued ? item.size() : 0;
  }

  /** Bytes that could be sent now. */
  long readyBytes() {
    return readyBytes;
  }

  /** Since when the oldest item at the head of a lane could be sent; Long.MAX_VALUE for none. */
  long readySinceMs() {
    long oldest = Long.MAX_VALUE;
    for (Lane lane : turn) {
      oldest = Math.min(oldest, lane.items.peek().readySinceMs);
    }
    return oldest;
  }

  Unfinished unfinished() {
    return unfinished;
  }

  private void grow(Lane lane, BulkItem item) {
    lane.bytes += item.size();
    if (lane.queued) {
      readyBytes += item.size();
    } else {
      enqueue(lane);
    }
  }

  private void enqueue(Lane lane) {
    if (!lane.queued && lane.takes() && !lane.items.isEmpty()) {
      lane.queued = true;
      turn.add(lane);
      readyBytes += lane.bytes;
    }
  }
}
