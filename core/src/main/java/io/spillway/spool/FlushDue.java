package io.spillway.spool;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Which dispatchers have held a row for their flush interval. Each dispatcher has its own clock,
 * that of its oldest row. One whose rows may not be written yet stays overdue until they may.
 */
final class FlushDue {
  private final PriorityQueue<Entry> queue = new PriorityQueue<>();
  private final Set<Dispatcher> queued = new HashSet<>();
  private final Set<Dispatcher> overdue = new LinkedHashSet<>();

  /** Starts or restarts the clock of a dispatcher that holds rows. */
  void schedule(Dispatcher dispatcher) {
    if (queued.add(dispatcher)) {
      queue.add(new Entry(dueMs(dispatcher), dispatcher));
    }
  }

  /**
   * An interval after the oldest row came, but also after the dispatcher's last such file: a
   * watermark that lags by more than the interval would otherwise make a file of each of its steps.
   * Rows still wait no longer than an interval once they may be written.
   */
  private long dueMs(Dispatcher dispatcher) {
    return Math.max(dispatcher.buffer().oldestArrivalMs(), dispatcher.lastDueMs())
        + dispatcher.target().intervalMs();
  }

  /** When {@link #collect} has something to do next, in ms; {@link Long#MAX_VALUE} for never. */
  long nextMs() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().dueMs;
  }

  /** Moves all whose time has come to the overdue ones. */
  void collect(long byMs) {
    List<Dispatcher> later = new ArrayList<>();
    while (!queue.isEmpty() && queue.peek().dueMs <= byMs) {
      Dispatcher dispatcher = queue.poll().dispatcher;
      queued.remove(dispatcher);
      if (dispatcher.buffer().isEmpty()) {
        continue;
      }
      long due = dueMs(dispatcher);
      if (due <= byMs) {
        overdue.add(dispatcher);
      } else {
        later.add(dispatcher);
      }
    }
    later.forEach(this::schedule);
  }

  /**
   * Overdue dispatchers that hold a row up to {@code watermark}; they are no longer overdue. One
   * whose old rows have been sealed for another reason meanwhile waits for its younger ones.
   *
   * @param byMs time up to which one counts as due, as given to {@link #collect}
   */
  List<Dispatcher> ready(long watermark, long byMs, long nowMs) {
    if (overdue.isEmpty()) {
      return List.of();
    }
    List<Dispatcher> ready = new ArrayList<>();
    List<Dispatcher> young = new ArrayList<>();
    for (Dispatcher dispatcher : overdue) {
      DispatcherBuffer buffer = dispatcher.buffer();
      if (buffer.isEmpty() || buffer.oldestCommitTs() > watermark) {
        continue;
      }
      boolean old = dueMs(dispatcher) <= byMs;
      (old ? ready : young).add(dispatcher);
    }
    ready.forEach(overdue::remove);
    ready.forEach(dispatcher -> dispatcher.lastDueMs(nowMs));
    young.forEach(overdue::remove);
    young.forEach(this::schedule);
    overdue.removeIf(dispatcher -> dispatcher.buffer().isEmpty());
    return ready;
  }

  private record Entry(long dueMs, Dispatcher dispatcher) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return Long.compare(dueMs, other.dueMs);
    }
  }
}
