package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * DDLs that have one commit timestamp, as the parts of a {@code RENAME TABLE a TO b, c TO a} have.
 * They apply as their partitions brought them. Which partition's message arrives first differs from
 * subtask to subtask, and so does not count: where partitions leave the order open, that of the
 * partitions' names decides, the same everywhere.
 */
final class DdlsOfOneTime {
  private static final Comparator<SourcePartition> BY_NAME =
      Comparator.comparing(SourcePartition::source).thenComparingInt(SourcePartition::number);

  /** What each partition brought, in its order; the same DDL may have come from several. */
  private final TreeMap<SourcePartition, Map<PendingDdls.Mark, SchemaChange>> brought =
      new TreeMap<>(BY_NAME);

  /** The message of each that arrived first. */
  private final Map<PendingDdls.Mark, SchemaChange> first = new HashMap<>();

  /** Takes in one of a partition; a second time it changes nothing. */
  void add(SchemaChange ddl) {
    PendingDdls.Mark mark = PendingDdls.Mark.of(ddl);
    first.putIfAbsent(mark, ddl);
    brought.computeIfAbsent(ddl.partition(), p -> new LinkedHashMap<>()).putIfAbsent(mark, ddl);
  }

  boolean has(PendingDdls.Mark mark) {
    return first.containsKey(mark);
  }

  void remove(SchemaChange ddl) {
    PendingDdls.Mark mark = PendingDdls.Mark.of(ddl);
    first.remove(mark);
    brought.values().forEach(sequence -> sequence.remove(mark));
  }

  /** How many different ones. */
  int size() {
    return first.size();
  }

  /** Each once, in the order in which they apply. */
  List<SchemaChange> inOrder() {
    Map<PendingDdls.Mark, SchemaChange> ordered = new LinkedHashMap<>();
    Set<PendingDdls.Mark> met = new HashSet<>();
    for (Map<PendingDdls.Mark, SchemaChange> sequence : brought.values()) {
      sequence.keySet().forEach(mark -> place(mark, met, ordered));
    }
    return List.copyOf(ordered.values());
  }

  /** Behind all that any partition brought before it. */
  private void place(
      PendingDdls.Mark mark, Set<PendingDdls.Mark> met, Map<PendingDdls.Mark, SchemaChange> into) {
    if (!met.add(mark)) {
      return;
    }
    for (Map<PendingDdls.Mark, SchemaChange> sequence : brought.values()) {
      if (sequence.containsKey(mark)) {
        for (PendingDdls.Mark before : sequence.keySet()) {
          if (before.equals(mark)) {
            break;
          }
          place(before, met, into);
        }
      }
    }
    into.put(mark, first.get(mark));
  }

  /** What state has to hold: of a single one its order is no question, of several it is. */
  List<SchemaChange> kept() {
    if (first.size() == 1) {
      return inOrder();
    }
    List<SchemaChange> all = new ArrayList<>();
    brought.values().forEach(sequence -> all.addAll(sequence.values()));
    return all;
  }
}
