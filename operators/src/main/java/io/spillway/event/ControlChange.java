package io.spillway.event;

import java.util.List;

/**
 * Settings that take effect.
 *
 * @param sequence counts what took effect, from 1; also where an older version took effect
 * @param version of the settings
 * @param changedMs when their file was changed, ms since 1970
 * @param paused tables of which no file is begun for its size or age
 * @param drained tables of which everything is to be written now, once
 */
public record ControlChange(
    long sequence, long version, long changedMs, List<TableScope> paused, List<TableScope> drained)
    implements Broadcast {
  public ControlChange {
    paused = List.copyOf(paused);
    drained = List.copyOf(drained);
  }

  public boolean pauses(TableId table) {
    return covered(paused, table);
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
