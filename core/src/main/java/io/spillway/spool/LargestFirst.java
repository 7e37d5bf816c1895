package io.spillway.spool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Which dispatcher to seal next when room is short: the one with most bytes that may be written.
 * The order is worked out once and used up before it is worked out again.
 */
final class LargestFirst {
  private static final Comparator<Sized> LARGEST_FIRST =
      Comparator.comparingLong(Sized::bytes).reversed();

  private final long recheckBytes;
  private final Deque<Dispatcher> order = new ArrayDeque<>();
  private long checkedWatermark = Long.MIN_VALUE;
  private long checkedBytes;

  /**
   * @param recheckBytes growth after which it is worth looking again although nothing could be
   *     written the last time
   */
  LargestFirst(long recheckBytes) {
    this.recheckBytes = recheckBytes;
  }

  /**
   * The next to be sealed, or null while nothing may be written.
   *
   * @param urgent whether it must be known for certain
   */
  Dispatcher next(Collection<Dispatcher> active, long watermark, long totalBytes, boolean urgent) {
    if (order.isEmpty() && (urgent || worthALook(watermark, totalBytes))) {
      checkedWatermark = watermark;
      checkedBytes = totalBytes;
      fill(active, watermark);
    }
    Dispatcher next = order.poll();
    while (next != null && next.buffer().oldestCommitTs() > watermark) {
      next = order.poll();
    }
    return next;
  }

  /** Those that have at least half a file of bytes that may be written, the largest first. */
  static List<Dispatcher> holdingHalfAFile(Collection<Dispatcher> active, long watermark) {
    List<Sized> holding = new ArrayList<>();
    for (Dispatcher dispatcher : active) {
      DispatcherBuffer buffer = dispatcher.buffer();
      long leastBytes = dispatcher.fullBytes() / 2;
      if (buffer.bytes() >= leastBytes) {
        long eligible = buffer.eligibleBytes(watermark);
        if (eligible >= leastBytes) {
          holding.add(new Sized(dispatcher, eligible));
        }
      }
    }
    holding.sort(LARGEST_FIRST);
    return holding.stream().map(Sized::dispatcher).toList();
  }

  private boolean worthALook(long watermark, long totalBytes) {
    return watermark != checkedWatermark
        || totalBytes - checkedBytes >= recheckBytes
        || totalBytes < checkedBytes;
  }

  private void fill(Collection<Dispatcher> active, long watermark) {
    List<Sized> eligible = new ArrayList<>();
    for (Dispatcher dispatcher : active) {
      if (dispatcher.buffer().oldestCommitTs() <= watermark) {
        eligible.add(new Sized(dispatcher, dispatcher.buffer().eligibleBytes(watermark)));
      }
    }
    eligible.sort(LARGEST_FIRST);
    eligible.forEach(sized -> order.add(sized.dispatcher()));
  }

  private record Sized(Dispatcher dispatcher, long bytes) {}
}
