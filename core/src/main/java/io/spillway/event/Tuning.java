package io.spillway.event;

import java.util.List;

/**
 * What settings change besides tables that are paused or drained. It counts for as long as the
 * settings do.
 *
 * @param pausedSinks sinks that are paused with all their tables
 * @param bulk edges for the bulk controller
 * @param flushLogMs least time between two lines about one dispatcher's files; 0 for the usual
 */
public record Tuning(List<SinkName> pausedSinks, BulkRange bulk, long flushLogMs) {
  public static final Tuning NONE = new Tuning(List.of(), BulkRange.ALL, 0);

  public Tuning {
    pausedSinks = pausedSinks.stream().distinct().sorted().toList();
  }

  /** The same with these sinks paused. */
  public Tuning pausing(List<SinkName> sinks) {
    return new Tuning(sinks, bulk, flushLogMs);
  }

  /** The same with these edges. */
  public Tuning within(BulkRange range) {
    return new Tuning(pausedSinks, range, flushLogMs);
  }

  /** The same with this time between lines. */
  public Tuning tellingEvery(long ms) {
    return new Tuning(pausedSinks, bulk, ms);
  }
}
