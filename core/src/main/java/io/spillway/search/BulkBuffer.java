package io.spillway.search;

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
 * own, so that one that is closed (not checked yet, blocked by the engine) doesn't hold up the
 * others. Items that failed come back at their time, at the head of their lane; the halves of a
 * divided request stay together. Items of paused tables are on a shelf until they may go. Plain
 * data, not thread-safe.
 */
final class BulkBuffer {
  private final Unfinished unfinished = new Unfinished();
  private final KeyOrder order;
  private final Shelf shelf;
  private final Map<String, Lane> lanes = new HashMap<>();
  private final ArrayDeque<Lane> turn = new ArrayDeque<>();
  private final List<Lane> closed = new ArrayList<>();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueMs));
  private final PriorityQueue<Delayed> whole =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::dueMs));
  private boolean wholeTurn = true;
  private long readyBytes;
  private long request;

  /**
   * @param versioned whether documents carry versions
   * @param holds whether a row waits because its table is paused
   */
  BulkBuffer(boolean versioned, Predicate<SearchRow> holds) {
    order = new KeyOrder(versioned);
    shelf = new Shelf(holds);
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
      lane = new Lane(index, Long.MAX_VALUE);
      lanes.put(index, lane);
      closed.add(lane);
    }
    item.readySinceMs = nowMs;
    if (!shelf.takes(item)) {
      lane.items.addLast(item);
      grow(lane, item);
    }
    return first;
  }

  /** Keeps an item that isn't to be sent. */
  void hold(BulkItem item) {
    unfinished.add(item);
  }

  /** The item is stored, or dead. */
  void finish(BulkItem item) {
    unfinished.remove(item);
    if (item.document != null) {
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
      Lane lane = lane(item);
      lane.items.addFirst(item);
      grow(lane, item);
    }
  }

  /** The items come back at a time. */
  void retry(List<BulkItem> items, long dueMs) {
    if (!items.isEmpty()) {
      delayed.add(new Delayed(dueMs, items));
    }
  }

  /** The item comes back at a time, as a request of its own. */
  void retryAlone(BulkItem item, long dueMs) {
    whole.add(new Delayed(dueMs, List.of(item)));
  }

  /** The items come back at a time, as two requests. Two items or more. */
  void divide(List<BulkItem> items, long dueMs) {
    int half = items.size() / 2;
    whole.add(new Delayed(dueMs, new ArrayList<>(items.subList(0, half))));
    whole.add(new Delayed(dueMs, new ArrayList<>(items.subList(half, items.size()))));
  }

  Lane lane(BulkItem item) {
    return lanes.get(item.document.index());
  }

  /** Items of this index may be sent. */
  void open(String index) {
    Lane lane = lanes.get(index);
    lane.closedUntilMs = 0;
    closed.remove(lane);
    enqueue(lane);
  }

  /** Nothing of this index is sent before a time, and then one item to try. */
  void close(Lane lane, long untilMs) {
    if (lane.closedUntilMs == 0) {
      closed.add(lane);
      if (lane.queued) {
        turn.remove(lane);
        lane.queued = false;
        readyBytes -= lane.bytes;
      }
    }
    lane.closedUntilMs = untilMs;
    lane.probing = true;
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

  Shelf shelf() {
    return shelf;
  }

  /** Brings back what is due: items to their lanes, lanes to their turn. */
  void wake(long nowMs) {
    for (int i = closed.size() - 1; i >= 0; i--) {
      Lane lane = closed.get(i);
      if (lane.open(nowMs)) {
        lane.closedUntilMs = 0;
        closed.remove(i);
        enqueue(lane);
      }
    }
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
      while (room && !lane.items.isEmpty() && !(lane.probing && !batch.isEmpty())) {
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
      if (lane.probing && !batch.isEmpty() && lane(batch.get(batch.size() - 1)) == lane) {
        // one item alone is the probe; its answer opens the lane or closes it again
        readyBytes -= lane.bytes;
        lane.closedUntilMs = Long.MAX_VALUE;
        closed.add(lane);
        return batch;
      }
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
    readyBytes -= item.size();
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

  /** Indices that take nothing now. */
  int closedLanes() {
    return closed.size();
  }

  Unfinished unfinished() {
    return unfinished;
  }

  private void grow(Lane lane, BulkItem item) {
    lane.bytes += item.size();
    if (lane.queued) {
      readyBytes += item.size();
    } else if (lane.closedUntilMs == 0) {
      enqueue(lane);
    }
  }

  private void enqueue(Lane lane) {
    if (!lane.queued && !lane.items.isEmpty()) {
      lane.queued = true;
      turn.add(lane);
      readyBytes += lane.bytes;
    }
  }
}
