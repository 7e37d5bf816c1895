package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.layout.FileNumbers;

/** A dispatcher in the spool: its rows and its file numbers. */
final class Dispatcher {
  private final DispatcherBuffer buffer;
  private final FileNumbers numbers;
  private final FileTarget target;
  private final CompressionRatio ratio;
  private DeliveredRows.Mark delivered = DeliveredRows.Mark.NONE;
  private RecentChanges recent;
  private boolean large;
  private long lastDueMs;

  Dispatcher(
      DispatcherBuffer buffer, FileNumbers numbers, FileTarget target, CompressionRatio ratio) {
    this.buffer = buffer;
    this.numbers = numbers;
    this.target = target;
    this.ratio = ratio;
  }

  DispatcherId id() {
    return buffer.dispatcher();
  }

  DispatcherBuffer buffer() {
    return buffer;
  }

  FileNumbers numbers() {
    return numbers;
  }

  /** When its files are due. */
  FileTarget target() {
    return target;
  }

  /** Bytes of rows that make a full file, as far as one knows how small they get. */
  long fullBytes() {
    return (long) (target.bytes() * ratio.value());
  }

  /** A file of {@code rowBytes} of rows has got so many bytes. */
  void wrote(long rowBytes, long fileBytes) {
    ratio.note(rowBytes, fileBytes, target.bytes());
  }

  /** What the bucket has of its rows beyond its state. */
  DeliveredRows.Mark delivered() {
    return delivered;
  }

  void delivered(DeliveredRows.Mark mark) {
    delivered = mark;
  }

  /** Its newest changes, of a source with a log; read from state where it has some. */
  RecentChanges recent(SpoolStore store) throws Exception {
    if (recent == null) {
      recent = store.recent(id());
    }
    return recent;
  }

  /** Makes state hold its newest changes. */
  void persistRecent(SpoolStore store) throws Exception {
    long[] unsaved = recent == null ? null : recent.takeUnsaved();
    if (unsaved == null) {
      return;
    }
    store.putRecent(id(), recent.lastChunk(), unsaved);
    for (long chunk = recent.pollForgotten(); chunk >= 0; chunk = recent.pollForgotten()) {
      store.removeRecent(id(), chunk);
    }
  }

  /** When its rows were last sealed for their age, in ms; 0 for never. */
  long lastDueMs() {
    return lastDueMs;
  }

  void lastDueMs(long nowMs) {
    lastDueMs = nowMs;
  }

  /** Whether it has been noted as holding a file's worth of bytes. */
  boolean isLarge() {
    return large;
  }

  void large(boolean isLarge) {
    large = isLarge;
  }
}
