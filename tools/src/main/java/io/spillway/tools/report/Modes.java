package io.spillway.tools.report;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Modes of the bulk controllers over time, from the log of cursor events. A mode lasts until the
 * writer's next, or until the last that is known of its run: what a job is that has ended, or was
 * away, nobody knows.
 */
final class Modes {
  private record Change(String run, long atMs, String mode) {}

  private final NavigableMap<Integer, List<Change>> writers = new TreeMap<>();
  private final Map<String, Long> lastOfRun = new HashMap<>();

  /**
   * A mode of one writer.
   *
   * @param fromMs since when, in ms since 1970
   * @param toMs until when
   */
  record Spell(int writer, String mode, long fromMs, long toMs) {}

  void accept(CursorEvent event) {
    String run = event.origin().run();
    lastOfRun.merge(run, event.atMs(), Math::max);
    if (event.work() instanceof Work.Steered steered) {
      FlushAck.Steering steering = steered.steering();
      writers
          .computeIfAbsent(steering.writer(), any -> new ArrayList<>())
          .add(new Change(run, steering.atMs(), steering.mode()));
    }
  }

  /** By writer and time. */
  List<Spell> spells() {
    List<Spell> spells = new ArrayList<>();
    writers.forEach(
        (writer, unsorted) -> {
          List<Change> changes =
              unsorted.stream().sorted(Comparator.comparingLong(Change::atMs)).toList();
          for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            long known = lastOfRun.get(change.run());
            long next = i + 1 < changes.size() ? changes.get(i + 1).atMs() : Long.MAX_VALUE;
            long to = Math.max(change.atMs(), Math.min(known, next));
            spells.add(new Spell(writer, change.mode(), change.atMs(), to));
          }
        });
    return spells;
  }
}
