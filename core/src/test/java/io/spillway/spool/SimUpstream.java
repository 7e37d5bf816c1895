package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A database's change stream over several partitions: rows, DDLs on partition 0 only, resolved
 * events on all; some messages are sent again. Knows what a reader of the bucket must find.
 */
final class SimUpstream {
  /** What a partition holds. */
  sealed interface Message {}

  /** A change; the id is unique. */
  record Change(int id, TableId table, long commitTs) implements Message {}

  record Ddl(SchemaChange change) implements Message {}

  record ResolvedTs(long commitTs) implements Message {}

  /**
   * What must be readable before a DDL's schema file is seen.
   *
   * @param owner whose schema file
   * @param drained tables whose rows precede it; a database stands for its tables
   */
  record Truth(TableId owner, long version, List<TableId> drained) {}

  final List<List<Message>> partitions = new ArrayList<>();

  /** Those that are delivered, of tables by the names by which they are. */
  final List<Change> changes = new ArrayList<>();

  final SimNames names;
  final List<Truth> ddls = new ArrayList<>();
  final Map<TableId, TreeSet<Long>> versions = new HashMap<>();

  /** How often each row gets past the rule that drops what its partition has resolved. */
  final Map<Integer, Integer> deliveries = new TreeMap<>();

  private final Random random;
  private final Map<Integer, Change> byId = new HashMap<>();
  private int rows;
  private final boolean spread;
  private final List<TableId> live = new ArrayList<>();
  private long ts = 100;
  private boolean ddlAtTs;
  private TableId last;
  private int statements;

  SimUpstream(Random random, SimNames names) {
    this.random = random;
    this.names = names;
    this.spread = random.nextInt(3) == 0;
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      partitions.add(new ArrayList<>());
    }
    int tables = 1 + random.nextInt(4);
    for (int i = 0; i < tables; i++) {
      live.add(new TableId(i % 3 == 2 ? "ops" : "shop", "t" + i));
    }
    generate();
    replay();
    countDeliveries();
  }

  static SourcePartition partition(int number) {
    return new SourcePartition("p", number);
  }

  private void generate() {
    int events = 10 + random.nextInt(90);
    double ddlShare = random.nextInt(3) == 0 ? 0.2 : 0.05;
    double resolvedShare = 0.03 + random.nextDouble() * 0.15;
    for (int i = 0; i < events; i++) {
      double dice = random.nextDouble();
      if (dice < ddlShare) {
        if (random.nextInt(6) == 0) {
          storm();
        } else {
          ddl();
        }
      } else if (dice < ddlShare + resolvedShare) {
        resolve();
      } else if (!live.isEmpty()) {
        row();
      }
    }
    if (random.nextBoolean()) {
      resolve();
    }
  }

  private void row() {
    if (ddlAtTs || random.nextInt(3) > 0) {
      ts += 1 + random.nextInt(3);
      ddlAtTs = false;
    }
    TableId table = live.get(Math.min(random.nextInt(live.size()), random.nextInt(live.size())));
    Change change = new Change(rows++, table, ts);
    TableId name = names.name(table);
    if (name != null) {
      changes.add(new Change(change.id(), name, ts));
      byId.put(change.id(), changes.get(changes.size() - 1));
    }
    int partition =
        spread
            ? random.nextInt(partitions.size())
            : Math.floorMod(table.hashCode(), partitions.size());
    partitions.get(partition).add(change);
  }

  private void resolve() {
    partitions.forEach(partition -> partition.add(new ResolvedTs(ts)));
    ts++;
    ddlAtTs = false;
  }

  private void storm() {
    int count = 3 + random.nextInt(10);
    for (int i = 0; i < count && !live.isEmpty(); i++) {
      ddlTs();
      alter(live.get(0));
      if (random.nextInt(3) > 0) {
        row();
      }
    }
  }

  private void ddlTs() {
    // a DDL may have the commit timestamp of the row before it, not that of another DDL
    if (ddlAtTs || random.nextBoolean()) {
      ts += 1 + random.nextInt(2);
    }
    ddlAtTs = true;
  }

  private void ddl() {
    ddlTs();
    int kind = random.nextInt(10);
    if (live.isEmpty() || kind == 0) {
      create();
    } else if (kind == 1) {
      TableId table = live.remove(random.nextInt(live.size()));
      send(table, table, List.of(table), "DROP TABLE " + quoted(table));
    } else if (kind == 2) {
      TableId table = live.get(random.nextInt(live.size()));
      send(table, table, List.of(table), "TRUNCATE TABLE " + quoted(table));
    } else if (kind <= 4) {
      rename();
    } else if (kind == 5) {
      database();
    } else {
      alter(live.get(random.nextInt(live.size())));
      if (live.size() > 1 && random.nextBoolean()) {
        alter(live.get(0).equals(last) ? live.get(1) : live.get(0));
      }
    }
  }

  private void create() {
    TableId table = unused();
    live.add(table);
    send(table, table, List.of(table), "CREATE TABLE " + quoted(table) + " (`id` INT PRIMARY KEY)");
  }

  /** A name that no table has now; it may be an old one. */
  private TableId unused() {
    for (int i = 0; ; i++) {
      TableId table = new TableId(random.nextInt(4) == 0 ? "ops" : "shop", "t" + i);
      if (!live.contains(table)) {
        return table;
      }
    }
  }

  private void rename() {
    TableId from = live.remove(random.nextInt(live.size()));
    TableId to = unused();
    while (to.equals(from)) {
      to = unused();
    }
    live.add(to);
    send(from, to, List.of(from, to), "RENAME TABLE " + quoted(from) + " TO " + quoted(to));
  }

  private void database() {
    TableId database = new TableId(random.nextBoolean() ? "ops" : "shop", "");
    if (random.nextBoolean()) {
      live.removeIf(table -> table.schema().equals(database.schema()));
      send(database, database, List.of(database), "DROP DATABASE `" + database.schema() + "`");
    } else {
      String sql = "CREATE DATABASE IF NOT EXISTS `" + database.schema() + "`";
      send(database, database, List.of(), sql);
    }
  }

  private void alter(TableId table) {
    String sql = "ALTER TABLE " + quoted(table) + " ADD COLUMN `c" + statements + "` INT";
    send(table, table, List.of(table), sql);
  }

  private void send(TableId named, TableId owner, List<TableId> drained, String sql) {
    statements++;
    TableId name = names.name(owner);
    last = owner;
    if (name != null) {
      List<TableId> before = drained.stream().map(names::name).filter(Objects::nonNull).toList();
      ddls.add(new Truth(name, ts, before));
      versions.computeIfAbsent(name, t -> new TreeSet<>()).add(ts);
    }
    partitions.get(0).add(new Ddl(new SchemaChange(partition(0), ts, named, "DDL", sql)));
  }

  private static String quoted(TableId table) {
    return "`" + table.schema() + "`.`" + table.table() + "`";
  }

  /** An upstream that starts again sends the last messages once more. */
  private void replay() {
    for (List<Message> partition : partitions) {
      for (int again = random.nextInt(3); again > 0 && !partition.isEmpty(); again--) {
        int end = 1 + random.nextInt(partition.size());
        int start = Math.max(0, end - 1 - random.nextInt(8));
        partition.addAll(end, List.copyOf(partition.subList(start, end)));
      }
    }
  }

  private void countDeliveries() {
    long[] resolved = new long[partitions.size()];
    Arrays.fill(resolved, Long.MIN_VALUE);
    for (int p = 0; p < resolved.length; p++) {
      for (Message message : partitions.get(p)) {
        if (message instanceof ResolvedTs r) {
          resolved[p] = Math.max(resolved[p], r.commitTs());
        } else if (message instanceof Change change && change.commitTs() > resolved[p]) {
          deliveries.merge(change.id(), 1, Integer::sum);
        }
      }
    }
  }

  /** A row that is delivered. */
  Change change(int id) {
    Change change = byId.get(id);
    if (change == null) {
      throw new AssertionError("row " + id + " is of a table that isn't delivered");
    }
    return change;
  }

  /** The version that a row belongs to. */
  long version(Change change) {
    TreeSet<Long> known = versions.get(change.table());
    Long version = known == null ? null : known.lower(change.commitTs());
    return version == null ? TableVersions.BASE : version;
  }
}
