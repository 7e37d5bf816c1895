package io.spillway.spool;

import io.spillway.layout.FileNumbers;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Dispatchers that hold rows, those among them with a file's worth of bytes, and those whose file
 * numbers state doesn't know yet. Not thread-safe.
 */
final class ActiveDispatchers {
  private static final long LOOK_FOR_OLDEST_MS = 1000;

  private final SpoolStore store;
  private final Set<Dispatcher> active = new LinkedHashSet<>();
  private final Set<Dispatcher> large = new LinkedHashSet<>();
  private final Set<Dispatcher> numbered = new LinkedHashSet<>();
  private long oldestArrivalMs = Long.MAX_VALUE;
  private long oldestLookedForMs;

  ActiveDispatchers(SpoolStore store) {
    this.store = store;
  }

  /** Takes in a dispatcher that has got its first rows. */
  void add(Dispatcher dispatcher) {
    active.add(dispatcher);
  }

  /** A dispatcher has got more rows. */
  void grown(Dispatcher dispatcher) {
    if (!dispatcher.isLarge() && dispatcher.buffer().bytes() >= dispatcher.fullBytes()) {
      dispatcher.large(true);
      large.add(dispatcher);
    }
  }

  /** Rows of a dispatcher have left with a file that has a new number. */
  void sealed(Dispatcher dispatcher) {
    numbered.add(dispatcher);
    if (dispatcher.isLarge() && dispatcher.buffer().bytes() < dispatcher.fullBytes()) {
      dispatcher.large(false);
      large.remove(dispatcher);
    }
    if (dispatcher.buffer().isEmpty()) {
      active.remove(dispatcher);
    }
  }

  /** All, as they are now and in the order in which they came; changes with this object. */
  Collection<Dispatcher> all() {
    return Collections.unmodifiableSet(active);
  }

  /** A copy of {@link #all}, to seal by. */
  List<Dispatcher> copy() {
    return List.copyOf(active);
  }

  /** A copy of the large ones. */
  List<Dispatcher> large() {
    return List.copyOf(large);
  }

  /** The oldest commit-ts that is held; {@link Long#MAX_VALUE} for none. */
  long oldestCommitTs() {
    long oldest = Long.MAX_VALUE;
    for (Dispatcher dispatcher : active) {
      oldest = Math.min(oldest, dispatcher.buffer().oldestCommitTs());
    }
    return oldest;
  }

  /** Looks for the oldest row, once a second: they may be many. */
  void tick(long nowMs) {
    if (nowMs - oldestLookedForMs < LOOK_FOR_OLDEST_MS) {
      return;
    }
    oldestLookedForMs = nowMs;
    oldestArrivalMs = Long.MAX_VALUE;
    for (Dispatcher dispatcher : active) {
      oldestArrivalMs = Math.min(oldestArrivalMs, dispatcher.buffer().oldestArrivalMs());
    }
  }

  /** When the oldest row came, as of the last second; {@link Long#MAX_VALUE} for none. */
  long oldestArrivalMs() {
    return active.isEmpty() ? Long.MAX_VALUE : oldestArrivalMs;
  }

  /** Makes state hold the file numbers that were given since the last call. */
  void persistNumbers() throws Exception {
    for (Dispatcher dispatcher : numbered) {
      if (dispatcher.numbers().isChanged()) {
        for (FileNumbers.Directory left : dispatcher.numbers().takeForgotten()) {
          store.putForgotten(dispatcher.id(), left);
        }
        store.putLedger(dispatcher.id(), dispatcher.numbers().ledger());
      }
    }
    numbered.clear();
  }
}
