package io.spillway.search;

import io.spillway.search.SearchTask.Overflow;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts rows behind each other that the writer can't take now, and feeds them to it as it can. Rows
 * of a parked index or a paused table wait apart, so that they hold up nobody.
 */
final class SearchOverflow {
  private static final Logger LOG = LoggerFactory.getLogger(SearchOverflow.class);

  /** Rows fed at a time, so that the task looks at its mails in between. */
  private static final int MOST_AT_ONCE = 2_000;

  /** Share of the quota above which people are warned. */
  private static final double HIGH = 0.8;

  private static final long REPEAT_MS = 60_000;

  private final BulkWriter writer;
  private final SearchSpool spool;
  private final Overflow overflow;
  private final OverflowGate gate;
  private final LongSupplier clock;
  private final long bufferBytes;
  private long warnedMs = -1;

  SearchOverflow(BulkWriter writer, Overflow overflow, LongSupplier clock) {
    this.writer = writer;
    this.spool = overflow.spool();
    this.overflow = overflow;
    this.clock = clock;
    this.bufferBytes = writer.config().bufferBytes();
    writer.overflowTo(new Aside());
    this.gate =
        new OverflowGate(bufferBytes, writer.config().checkpointIntervalMs(), clock.getAsLong());
  }

  /** Rows of a parked index that the writer can't keep. */
  private final class Aside implements Parking.Elsewhere {
    @Override
    public boolean holds(String index) {
      return spool.holds(index);
    }

    @Override
    public void take(String index, SearchRow row) {
      try {
        spool.putAside(index, row, overflow.shards().applyAsInt(row));
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("the search stage's state", e);
      }
    }
  }

  /** Whether the source has to wait: the quota is full. */
  boolean full() {
    return !gate.admits(fill(), clock.getAsLong());
  }

  private long fill() {
    return Math.max(0, bufferBytes + spool.bytes() - overflow.quota());
  }

  void barrier() {
    gate.barrier(fill(), clock.getAsLong());
  }

  /** Takes a row, which goes to the writer at once where nothing stands before it. */
  void write(SearchRow row) throws Exception {
    if (spool.isQueueEmpty() && !writer.isFilled()) {
      deliver(row);
    } else {
      spool.put(row, overflow.shards().applyAsInt(row));
    }
  }

  private void deliver(SearchRow row) throws Exception {
    String key = writer.offer(row, spool.isEmpty() ? null : spool::holds);
    if (key != null) {
      spool.putAside(key, row, overflow.shards().applyAsInt(row));
    }
  }

  /** Gives the writer what it can take now. To be called often. */
  void feed() throws Exception {
    if (spool.isEmpty()) {
      return;
    }
    int left = MOST_AT_ONCE;
    while (left-- > 0 && !writer.isFilled() && !spool.isQueueEmpty()) {
      deliver(spool.next());
    }
    for (String key : spool.keys()) {
      while (left-- > 0 && !writer.isFilled() && writer.hasRoom(key) && spool.holds(key)) {
        writer.write(spool.next(key));
      }
    }
    // what waits for some tables must leave room for all: beyond that the policy decides
    if (spool.asideBytes() > overflow.quota() / 2) {
      writer.giveUp(spool.largest());
    }
  }

  /** Tells people before the source has to wait, and while it does. */
  void warn() {
    long now = clock.getAsLong();
    if (spool.bytes() < overflow.quota() * HIGH) {
      warnedMs = -1;
    } else if (warnedMs < 0 || now - warnedMs >= REPEAT_MS) {
      warnedMs = now;
      LOG.warn(
          "the search stage holds {} MB of its quota of {} MB (elasticsearch.spool.quota);{} the"
              + " sources wait, and with them storage",
          spool.bytes() >> 20,
          overflow.quota() >> 20,
          full() ? "" : " once that is full");
    }
  }

  SearchSpool spool() {
    return spool;
  }

  long quota() {
    return overflow.quota();
  }
}
