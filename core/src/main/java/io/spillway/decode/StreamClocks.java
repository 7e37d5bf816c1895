package io.spillway.decode;

import io.spillway.event.CommitTs;
import io.spillway.event.SourcePartition;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * A hybrid logical clock for each partition of one reader. The order of the stream is the truth:
 * every event gets a timestamp above that of the event before it. Its physical part is the source's
 * time, or that of the event before where the source's goes back; the logical part counts. The last
 * timestamp is all that a clock knows, so a reader that has it goes on as if it had never stopped.
 *
 * <p>A statement starts in the upper half of its millisecond. Partitions have no common order, and
 * rows that others bring with the statement's own time count as older than it, as those with its
 * own timestamp do. Not thread-safe. Serializable so that decoder and reader get the same one.
 */
public final class StreamClocks implements CoarseTimes, Serializable {
  private static final long serialVersionUID = 1L;
  private static final long STATEMENT = 1L << (CommitTs.LOGICAL_BITS - 1);

  private transient Map<SourcePartition, Clock> clocks;
  private transient SourcePartition partition;
  private transient Clock clock;

  private static final class Clock {
    private long last = Long.MIN_VALUE;

    private long next(long candidate) {
      last = candidate > last ? candidate : last + 1;
      return last;
    }
  }

  /** The last timestamp that a partition's event got; {@link Long#MIN_VALUE} for none. */
  public long last(SourcePartition of) {
    return clock(of).last;
  }

  /** Goes on behind a timestamp; {@link Long#MIN_VALUE} begins anew. */
  public void restore(SourcePartition of, long last) {
    clock(of).last = last;
  }

  @Override
  public long ofRow(SourcePartition of, long millis) {
    return clock(of).next(CommitTs.ofMillis(millis));
  }

  @Override
  public long ofStatement(SourcePartition of, long millis) {
    return clock(of).next(CommitTs.ofMillis(millis) | STATEMENT);
  }

  @Override
  public boolean areOrdered() {
    return true;
  }

  private Clock clock(SourcePartition of) {
    if (of != partition) {
      if (clocks == null) {
        clocks = new HashMap<>();
      }
      clock = clocks.computeIfAbsent(of, p -> new Clock());
      partition = of;
    }
    return clock;
  }
}
