package io.spillway.storage;

/**
 * Bounds the bytes that wait for the upload threads. A single run larger than the bound passes when
 * nothing else is waiting, so that nothing can stand still for good.
 */
final class InFlight {
  private final long bound;
  private long bytes;

  InFlight(long bound) {
    this.bound = bound;
  }

  synchronized void acquire(int wanted) throws InterruptedException {
    while (bytes > 0 && bytes + wanted > bound) {
      wait();
    }
    bytes += wanted;
  }

  synchronized void release(int done) {
    bytes -= done;
    notifyAll();
  }

  synchronized long bytes() {
    return bytes;
  }
}
