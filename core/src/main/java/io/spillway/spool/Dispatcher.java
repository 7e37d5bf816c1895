package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.layout.FileNumbers;

/** A dispatcher in the spool: its rows and its file numbers. */
final class Dispatcher {
  private final DispatcherBuffer buffer;
  private final FileNumbers numbers;
  private boolean large;
  private long lastDueMs;

  Dispatcher(DispatcherBuffer buffer, FileNumbers numbers) {
    this.buffer = buffer;
    this.numbers = numbers;
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
