package io.spillway.spool;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A reader of the bucket that checks, whenever something new is to be seen, what it may rely on. It
 * reads a row only once an index file covers it.
 */
final class SimReader {
  private final SimUpstream upstream;
  private final Set<Integer> late;
  private final Map<Integer, Integer> read = new HashMap<>();
  private final Map<IndexFile, Long> covered = new HashMap<>();
  private final Map<IndexFile, Long> newest = new HashMap<>();
  private final Map<TableId, Set<Long>> schemas = new HashMap<>();
  private long checkpointTs = Long.MIN_VALUE;

  /**
   * @param late ids of rows that came after their time: no order is promised for them
   */
  SimReader(SimUpstream upstream, Set<Integer> late) {
    this.upstream = upstream;
    this.late = late;
  }

  void schemaSeen(TableId table, long version) {
    schemas.computeIfAbsent(table, t -> new HashSet<>()).add(version);
    for (SimUpstream.Truth ddl : upstream.ddls) {
      if (ddl.owner().equals(table) && ddl.version() == version) {
        for (SimUpstream.Change row : upstream.changes) {
          boolean precedes =
              row.commitTs() <= version
                  && (ddl.drained().contains(row.table())
                      || ddl.drained().contains(row.table().ofSchema()));
          require(!precedes || readable(row), "schema file %s@%d before %s", table, version, row);
        }
      }
    }
  }

  void indexSeen(DataFile last, TreeMap<String, byte[]> objects) {
    long from = covered.getOrDefault(last.index(), 0L);
    for (long number = from + 1; number <= last.number(); number++) {
      DataFile file = new DataFile(last.dir(), last.dispatcher(), number);
      byte[] content = objects.get(SimBucket.LAYOUT.path(file));
      require(content != null, "%s is covered by its index and missing", file);
      require(seen(file.dir().table(), file.dir().version()), "%s without its schema file", file);
      for (String line : new String(content, StandardCharsets.UTF_8).split("\n")) {
        row(file, upstream.change(SimSource.idOf(line)));
      }
    }
    covered.put(last.index(), last.number());
  }

  private void row(DataFile file, SimUpstream.Change row) {
    read.merge(row.id(), 1, Integer::sum);
    require(file.dir().table().equals(row.table()), "%s in %s", row, file);
    if (late.contains(row.id())) {
      return;
    }
    require(
        file.dir().version() == upstream.version(row),
        "%s belongs to version %d, is in %s",
        row,
        upstream.version(row),
        file);
    long before = newest.getOrDefault(file.index(), Long.MIN_VALUE);
    require(row.commitTs() >= before, "%s in %s behind a row of %d", row, file, before);
    newest.put(file.index(), row.commitTs());
  }

  void checkpointSeen(long newCheckpointTs) {
    require(newCheckpointTs > checkpointTs, "checkpoint-ts goes back to %d", newCheckpointTs);
    checkpointTs = newCheckpointTs;
    for (SimUpstream.Change row : upstream.changes) {
      require(
          row.commitTs() > newCheckpointTs || readable(row),
          "checkpoint-ts %d, but %s is not readable",
          newCheckpointTs,
          row);
    }
    for (SimUpstream.Truth ddl : upstream.ddls) {
      require(
          ddl.version() > newCheckpointTs || seen(ddl.owner(), ddl.version()),
          "checkpoint-ts %d, but no schema file of %s",
          newCheckpointTs,
          ddl);
    }
  }

  /** Nothing more will come: every row is there once, a late one at most as often as it came. */
  void finished(SimBucket bucket) {
    for (SimUpstream.Change row : upstream.changes) {
      int most = late.contains(row.id()) ? upstream.deliveries.get(row.id()) : 1;
      int times = read.getOrDefault(row.id(), 0);
      require(times >= 1 && times <= most, "%s was read %d times, not 1 to %d", row, times, most);
    }
    for (DataFile file : bucket.dataFiles()) {
      require(file.number() <= covered.getOrDefault(file.index(), 0L), "%s isn't covered", file);
    }
    long last = Long.MIN_VALUE;
    for (SimUpstream.Change row : upstream.changes) {
      last = Math.max(last, row.commitTs());
    }
    for (SimUpstream.Truth ddl : upstream.ddls) {
      require(seen(ddl.owner(), ddl.version()), "no schema file of %s", ddl);
      last = Math.max(last, ddl.version());
    }
    require(checkpointTs >= last, "checkpoint-ts ends at %d, the stream at %d", checkpointTs, last);
  }

  private boolean seen(TableId table, long version) {
    return schemas.getOrDefault(table, Set.of()).contains(version);
  }

  private boolean readable(SimUpstream.Change row) {
    return read.containsKey(row.id()) || late.contains(row.id());
  }

  private static void require(boolean holds, String sentence, Object... parts) {
    if (!holds) {
      throw new AssertionError(sentence.formatted(parts));
    }
  }
}
