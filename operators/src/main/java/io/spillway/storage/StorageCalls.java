package io.spillway.storage;

import io.spillway.metrics.MetricNames;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * What a storage was asked for, by how object stores bill it. A call is one request there; a client
 * that asks more often by itself, as Flink's do for an upload that they find again, isn't seen.
 * Safe for threads.
 */
final class StorageCalls {
  /** Of an upload, with Flink's own setting {@code s3.upload.min.part.size}. */
  private static final long PART_BYTES = 5L << 20;

  private final ThreadSafeSimpleCounter writes = new ThreadSafeSimpleCounter();
  private final ThreadSafeSimpleCounter reads = new ThreadSafeSimpleCounter();
  private final ThreadSafeSimpleCounter lists = new ThreadSafeSimpleCounter();

  /** Makes them metrics of an operator. */
  void register(MetricGroup group) {
    group.addGroup(MetricNames.KIND, "write").counter(MetricNames.STORAGE_CALLS, writes);
    group.addGroup(MetricNames.KIND, "read").counter(MetricNames.STORAGE_CALLS, reads);
    group.addGroup(MetricNames.KIND, "list").counter(MetricNames.STORAGE_CALLS, lists);
  }

  /** An object was put, or an upload completed. */
  void write() {
    writes.inc();
  }

  /** An upload of this size was begun, and its parts were put. */
  void upload(long bytes) {
    writes.inc(1 + Math.max(1, (bytes + PART_BYTES - 1) / PART_BYTES));
  }

  /** An object was read or looked at. */
  void read() {
    reads.inc();
  }

  /** A folder was listed. */
  void list() {
    lists.inc();
  }

  long writes() {
    return writes.getCount();
  }

  long reads() {
    return reads.getCount();
  }

  long lists() {
    return lists.getCount();
  }
}
