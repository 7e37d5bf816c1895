package io.spillway.search;

import io.spillway.search.SearchStore.Segment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows that the writer can't take now: a FIFO queue, and one more for each key that waits by
 * itself, such as a parked index. Rows are gathered in segments of one shard, which go to managed
 * state when they are large enough, when too many are on the heap, and at a barrier. Rows of one
 * shard and one queue leave in the order in which they came. Not thread-safe.
 */
final class SearchSpool {
  private static final long SEGMENT_BYTES = 64 << 10;
  private static final long HEAP_BYTES = 8 << 20;

  /** Object headers and strings of a row. */
  private static final int OVERHEAD = 128;

  private static final String ALL = "";
  private final SearchStore store;
  private final Map<String, Queue> queues = new HashMap<>();
  private final Queue main = new Queue();
  private long bytes;
  private long heapBytes;
  private long asideBytes;
  private int rows;
  private long nextNumber;

  SearchSpool(SearchStore store) {
    this.store = store;
    queues.put(ALL, main);
  }

  /** One FIFO queue: segments in the order of their first rows, and those that still grow. */
  private static final class Queue {
    final ArrayDeque<QueuedSegment> segments = new ArrayDeque<>();
    final Map<Integer, QueuedSegment> growing = new HashMap<>();
    QueuedSegment head;
    List<SearchRow> rows;
    int at;
    long bytes;
  }

  /** A segment, with its rows as long as they are on the heap. */
  private static final class QueuedSegment {
    final Segment place;
    List<SearchRow> rows;
    long bytes;
    long oldest = Long.MAX_VALUE;

    QueuedSegment(Segment place, List<SearchRow> rows) {
      this.place = place;
      this.rows = rows;
    }

    void count(SearchRow row) {
      bytes += cost(row);
      oldest = Math.min(oldest, row.commitTs());
    }
  }

  private static long cost(SearchRow row) {
    byte[] key = row.envelope().key();
    return (long) OVERHEAD + row.bytes().length + (key == null ? 0 : key.length);
  }

  /** Takes a row behind all others. */
  void put(SearchRow row, int shard) throws Exception {
    put(main, row, shard);
  }

  /** Takes a row behind those of its key, which wait apart from all others. */
  void putAside(String key, SearchRow row, int shard) throws Exception {
    put(queues.computeIfAbsent(key, k -> new Queue()), row, shard);
  }

  private void put(Queue queue, SearchRow row, int shard) throws Exception {
    QueuedSegment segment = queue.growing.get(shard);
    if (segment == null) {
      segment = new QueuedSegment(new Segment(shard, nextNumber++), new ArrayList<>());
      queue.growing.put(shard, segment);
      queue.segments.addLast(segment);
    }
    segment.rows.add(row);
    segment.count(row);
    account(queue, cost(row), 1);
    heapBytes += cost(row);
    if (segment.bytes >= SEGMENT_BYTES) {
      queue.growing.remove(shard);
      write(segment);
    } else if (heapBytes > HEAP_BYTES) {
      writeAll();
    }
  }

  private void account(Queue queue, long cost, int count) {
    queue.bytes += cost;
    bytes += cost;
    asideBytes += queue == main ? 0 : cost;
    rows += count;
  }

  private void write(QueuedSegment segment) throws Exception {
    store.put(segment.place, segment.rows);
    heapBytes -= segment.bytes;
    segment.rows = null;
  }

  private void writeAll() throws Exception {
    for (Queue queue : queues.values()) {
      for (QueuedSegment segment : queue.growing.values()) {
        write(segment);
      }
      queue.growing.clear();
    }
  }

  /** Everything is in the state when a barrier passes. */
  void beforeBarrier() throws Exception {
    writeAll();
    for (Queue queue : queues.values()) {
      if (queue.head != null && queue.at > 0) {
        List<SearchRow> rest = List.copyOf(queue.rows.subList(queue.at, queue.rows.size()));
        store.put(queue.head.place, rest);
      }
    }
  }

  /** A segment found in the state. */
  void restore(Segment place, List<SearchRow> found) {
    QueuedSegment segment = new QueuedSegment(place, null);
    found.forEach(segment::count);
    main.segments.addLast(segment);
    account(main, segment.bytes, found.size());
    nextNumber = Math.max(nextNumber, place.number() + 1);
  }

  /** The next row of the queue, or null for none. */
  SearchRow next() throws Exception {
    return next(main);
  }

  /** The next row that waits by this key, or null for none. */
  SearchRow next(String key) throws Exception {
    Queue queue = queues.get(key);
    SearchRow row = queue == null ? null : next(queue);
    if (queue != null && queue != main && isEmpty(queue)) {
      queues.remove(key);
    }
    return row;
  }

  private SearchRow next(Queue queue) throws Exception {
    if (queue.head == null && !load(queue)) {
      return null;
    }
    SearchRow row = queue.rows.get(queue.at++);
    account(queue, -cost(row), -1);
    if (queue.at == queue.rows.size()) {
      store.remove(queue.head.place);
      queue.head = null;
      queue.rows = null;
    }
    return row;
  }

  private boolean load(Queue queue) throws Exception {
    queue.head = queue.segments.poll();
    if (queue.head == null) {
      return false;
    }
    queue.at = 0;
    if (queue.head.rows == null) {
      queue.rows = store.get(queue.head.place);
    } else {
      // it is still growing; from now on it is only read, and in the state at the next barrier
      queue.growing.remove(queue.head.place.shard());
      queue.rows = queue.head.rows;
      store.put(queue.head.place, queue.rows);
      heapBytes -= queue.head.bytes;
    }
    return true;
  }

  private static boolean isEmpty(Queue queue) {
    return queue.head == null && queue.segments.isEmpty();
  }

  /** Whether no row waits in the queue; others may wait by their keys. */
  boolean isQueueEmpty() {
    return isEmpty(main);
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** Whether rows wait by this key. */
  boolean holds(String key) {
    return queues.containsKey(key);
  }

  /** The keys by which rows wait. */
  Set<String> keys() {
    Set<String> keys = new java.util.HashSet<>(queues.keySet());
    keys.remove(ALL);
    return keys;
  }

  /** The key by which most bytes wait; null for none. */
  String largest() {
    String largest = null;
    for (Map.Entry<String, Queue> entry : queues.entrySet()) {
      if (entry.getValue() != main
          && (largest == null || entry.getValue().bytes > queues.get(largest).bytes)) {
        largest = entry.getKey();
      }
    }
    return largest;
  }

  long bytes() {
    return bytes;
  }

  /** Bytes of the rows that wait by a key. */
  long asideBytes() {
    return asideBytes;
  }

  int rows() {
    return rows;
  }

  /** The smallest commitTs, or Long.MAX_VALUE for none. */
  long oldestCommitTs() {
    long oldest = Long.MAX_VALUE;
    for (Queue queue : queues.values()) {
      oldest = queue.head == null ? oldest : Math.min(oldest, queue.head.oldest);
      for (QueuedSegment segment : queue.segments) {
        oldest = Math.min(oldest, segment.oldest);
      }
    }
    return oldest;
  }
}
