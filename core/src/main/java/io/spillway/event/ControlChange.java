package io.spillway.event;

import java.util.List;

/**
 * Settings that take effect.
 *
 * @param sequence counts what took effect, from 1; also where an older version took effect
 * @param version of the settings
 * @param changedMs when they were written to their file or topic, ms since 1970
 * @param paused tables of which nothing is begun for its size or age, in any sink
 * @param drained tables of which everything is to be written now, once
 * @param tuning everything else
 */
public record ControlChange(
    long sequence,
    long version,
    long changedMs,
    List<TableScope> paused,
    List<TableScope> drained,
    Tuning tuning)
    implements Broadcast {
  public ControlChange {
    paused = List.copyOf(paused);
    drained = List.copyOf(drained);
  }

  /** Settings about tables only. */
  public ControlChange(
      long sequence,
      long version,
      long changedMs,
      List<TableScope> paused,
      List<TableScope> drained) {
    this(sequence, version, changedMs, paused, drained, Tuning.NONE);
  }

  /** Whether the whole sink is paused. */
  public boolean pauses(SinkName sink) {
    return tuning.pausedSinks().contains(sink) || paused.contains(TableScope.ALL);
  }

  public boolean pauses(SinkName sink, TableId table) {
    return tuning.pausedSinks().contains(sink) || covered(paused, table);
  }

  public boolean drains(TableId table) {
    return covered(drained, table);
  }

  private static boolean covered(List<TableScope> scopes, TableId table) {
    for (TableScope scope : scopes) {
      if (scope.covers(table)) {
        return true;
      }
    }
    return false;
  }
}
