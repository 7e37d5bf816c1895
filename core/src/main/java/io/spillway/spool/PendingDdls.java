package io.spillway.spool;

import io.spillway.event.SchemaChange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * DDLs that wait for the watermark, in order of commit timestamp and then as their partitions
 * brought them, and the marks of those that have been seen: the same DDL may come from several
 * partitions and again after an upstream restart.
 */
final class PendingDdls {
  /** Marks kept; replays reach back minutes, not thousands of DDLs. */
  private static final int MARKS = 4096;

  private final TreeMap<Long, DdlsOfOneTime> waiting = new TreeMap<>();
  private final Set<Mark> seen = new LinkedHashSet<>();

  /** Takes a DDL in; false if it is known already. */
  boolean add(SchemaChange ddl) {
    Mark mark = Mark.of(ddl);
    DdlsOfOneTime same = waiting.get(ddl.commitTs());
    // of more DDLs than there are marks, one may wait whose mark is gone
    boolean waits = same != null && same.has(mark);
    if (!seen.add(mark) || waits) {
      if (waits) {
        // while it waits, its place in this partition counts too
        same.add(ddl);
      }
      return false;
    }
    if (seen.size() > MARKS) {
      seen.remove(seen.iterator().next());
    }
    enqueue(ddl);
    return true;
  }

  private void enqueue(SchemaChange ddl) {
    waiting.computeIfAbsent(ddl.commitTs(), ts -> new DdlsOfOneTime()).add(ddl);
  }

  /** The oldest DDL up to {@code watermark}, taken out; null where there is none. */
  SchemaChange pollDue(long watermark) {
    if (waiting.isEmpty() || waiting.firstKey() > watermark) {
      return null;
    }
    SchemaChange due = oldest();
    DdlsOfOneTime same = waiting.firstEntry().getValue();
    same.remove(due);
    if (same.size() == 0) {
      waiting.pollFirstEntry();
    }
    return due;
  }

  /** The oldest waiting DDL, or null. */
  SchemaChange oldest() {
    return waiting.isEmpty() ? null : waiting.firstEntry().getValue().inOrder().get(0);
  }

  int size() {
    return waiting.values().stream().mapToInt(DdlsOfOneTime::size).sum();
  }

  /** What a restore needs: the same DDL of several partitions stands there several times. */
  List<SchemaChange> waiting() {
    List<SchemaChange> kept = new ArrayList<>();
    waiting.values().forEach(same -> kept.addAll(same.kept()));
    return kept;
  }

  List<Mark> seen() {
    return new ArrayList<>(seen);
  }

  void restore(List<SchemaChange> pending, List<Mark> marks) {
    seen.addAll(marks);
    for (SchemaChange ddl : pending) {
      seen.add(Mark.of(ddl));
      enqueue(ddl);
    }
  }

  /**
   * What makes a DDL the same.
   *
   * @param commitTs its commit timestamp
   * @param query name and statement together: one statement may come for several tables
   */
  record Mark(long commitTs, String query) {
    static Mark of(SchemaChange ddl) {
      return new Mark(ddl.commitTs(), ddl.table() + "\n" + ddl.query());
    }
  }
}
