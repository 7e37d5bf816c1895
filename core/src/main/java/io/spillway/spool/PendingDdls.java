package io.spillway.spool;

import io.spillway.event.SchemaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * DDLs that wait for the watermark, in order of commit timestamp, and the marks of those that have
 * been seen: the same DDL may come from several partitions and again after an upstream restart.
 */
final class PendingDdls {
  /** Marks kept; replays reach back minutes, not thousands of DDLs. */
  private static final int MARKS = 4096;

  private final TreeMap<Mark, SchemaChange> waiting =
      new TreeMap<>(Comparator.comparingLong(Mark::commitTs).thenComparing(Mark::query));
  private final Set<Mark> seen = new LinkedHashSet<>();

  /** Takes a DDL in; false if it is known already. */
  boolean add(SchemaChange ddl) {
    Mark mark = Mark.of(ddl);
    if (!seen.add(mark)) {
      return false;
    }
    if (seen.size() > MARKS) {
      seen.remove(seen.iterator().next());
    }
    waiting.put(mark, ddl);
    return true;
  }

  /** The oldest DDL up to {@code watermark}, taken out; null where there is none. */
  SchemaChange pollDue(long watermark) {
    if (waiting.isEmpty() || waiting.firstKey().commitTs() > watermark) {
      return null;
    }
    return waiting.pollFirstEntry().getValue();
  }

  /** The oldest waiting DDL, or null. */
  SchemaChange oldest() {
    return waiting.isEmpty() ? null : waiting.firstEntry().getValue();
  }

  int size() {
    return waiting.size();
  }

  List<SchemaChange> waiting() {
    return new ArrayList<>(waiting.values());
  }

  List<Mark> seen() {
    return new ArrayList<>(seen);
  }

  void restore(List<SchemaChange> pending, List<Mark> marks) {
    seen.addAll(marks);
    for (SchemaChange ddl : pending) {
      seen.add(Mark.of(ddl));
      waiting.put(Mark.of(ddl), ddl);
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
