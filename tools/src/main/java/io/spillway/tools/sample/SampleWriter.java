package io.spillway.tools.sample;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Writes one stream. */
final class SampleWriter implements Closeable {
  /** 2026-01-15 10:20:30.400 UTC. */
  private static final long START_MS = 1_768_472_430_400L;

  private static final int LOGICAL_BITS = 18;
  private static final double SAME_TRANSACTION = 0.2;
  private static final double DDL_HAS_ROW = 0.4;
  private static final double INSERT = 0.6;
  private static final double UPDATE = 0.85;

  private final SampleSettings settings;
  private final boolean telling;
  private final SplittableRandom random;
  private final SampleMessages messages;
  private final SampleText text = new SampleText();
  private final SampleTable[] tables;
  private final double[] shares;
  private final List<SamplePartition> partitions = new ArrayList<>();
  private final List<Sent.Row> rows = new ArrayList<>();
  private final List<Sent.Ddl> ddls = new ArrayList<>();
  private final List<Sent.Row> again = new ArrayList<>();
  private long replayedResolved;
  private long lastTs = START_MS << LOGICAL_BITS;
  private long resolvedTs;
  private boolean mayShare;

  /**
   * @param files one a partition; closed with this
   */
  SampleWriter(SampleSettings settings, List<SampleFile> files, boolean telling) {
    this.settings = settings;
    this.telling = telling;
    this.random = new SplittableRandom(settings.seed());
    this.messages = new SampleMessages(settings.rowBytes(), random);
    this.tables = new SampleTable[settings.tables()];
    this.shares = new double[settings.tables()];
    double sum = 0;
    for (int i = 0; i < tables.length; i++) {
      tables[i] = new SampleTable(i, settings.partitions());
      sum += Math.pow(i + 1.0, -settings.skew());
      shares[i] = sum;
    }
    files.forEach(file -> partitions.add(new SamplePartition(file)));
  }

  void all() throws IOException {
    if (settings.creates()) {
      for (int i = 0; i < tables.length; i += 2) {
        ddl(tables[i], "CREATE", tables[i].create(), ++lastTs);
      }
    }
    long base = lastTs;
    long step = (1000L << LOGICAL_BITS) / settings.rowsPerSecond();
    long[] ddlAt = moments(settings.ddls());
    long[] replayAt = moments(settings.replays());
    int nextDdl = 0;
    int nextReplay = 0;
    for (long n = 1; n <= settings.rows(); n++) {
      long ts = base + n * step;
      SampleTable table = pick();
      boolean withDdl = false;
      while (nextDdl < ddlAt.length && ddlAt[nextDdl] == n) {
        withDdl = alter(table, Math.max(lastTs + 1, ts - step / 2), withDdl);
        nextDdl++;
        table = pick();
      }
      if (!withDdl) {
        boolean share = mayShare && random.nextDouble() < SAME_TRANSACTION;
        row(table, share ? lastTs : Math.max(ts, lastTs + 1), share);
      }
      if (n % settings.resolvedEvery() == 0) {
        resolve(lastTs);
      }
      while (nextReplay < replayAt.length && replayAt[nextReplay] == n) {
        replay();
        nextReplay++;
      }
    }
    resolve(lastTs + 1);
  }

  /** Row numbers at which something happens, in order. */
  private long[] moments(int count) {
    long[] moments = new long[count];
    for (int i = 0; i < count; i++) {
      moments[i] = 1 + random.nextLong(Math.max(1, settings.rows()));
    }
    Arrays.sort(moments);
    return moments;
  }

  private SampleTable pick() {
    int at = Arrays.binarySearch(shares, random.nextDouble() * shares[shares.length - 1]);
    return tables[Math.min(at < 0 ? -at - 1 : at, tables.length - 1)];
  }

  /** Some DDLs come with a row of the same timestamp, which precedes them. */
  private boolean alter(SampleTable table, long ts, boolean rowIsOut) throws IOException {
    boolean withRow = !rowIsOut && random.nextDouble() < DDL_HAS_ROW;
    if (withRow) {
      row(table, ts, false);
    }
    ddl(table, "ALTER", table.addColumn(), ts);
    lastTs = ts;
    mayShare = false;
    return rowIsOut || withRow;
  }

  /** A transaction changes no row twice, so that a change is known by its timestamp and key. */
  private void row(SampleTable table, long ts, boolean insertOnly) throws IOException {
    double kind = random.nextDouble();
    String type =
        insertOnly || kind < INSERT || !table.hasRows()
            ? "INSERT"
            : kind < UPDATE ? "UPDATE" : "DELETE";
    long id =
        switch (type) {
          case "INSERT" -> table.insert();
          case "UPDATE" -> table.update(random);
          default -> table.delete(random);
        };
    messages.row(text, table, type, id, ts);
    SamplePartition partition = partitions.get(table.partition());
    partition.write(text);
    if (telling || settings.replays() > 0) {
      Sent.Row row = new Sent.Row(ts, table.name(), type, id);
      if (telling) {
        rows.add(row);
      }
      if (settings.replays() > 0) {
        partition.remember(text, row);
      }
    }
    lastTs = ts;
    mayShare = true;
  }

  private void ddl(SampleTable table, String type, String query, long ts) throws IOException {
    messages.ddl(text, table, type, query, ts);
    partitions.get(0).write(text);
    ddls.add(new Sent.Ddl(ts, table.name(), query));
  }

  private void resolve(long ts) throws IOException {
    messages.resolved(text, ts);
    for (SamplePartition partition : partitions) {
      partition.write(text);
      partition.resolve();
    }
    resolvedTs = ts;
    mayShare = false;
  }

  private void replay() throws IOException {
    List<Sent.Row> unresolved = new ArrayList<>();
    for (SamplePartition partition : partitions) {
      replayedResolved += partition.replay(unresolved);
    }
    if (telling) {
      again.addAll(unresolved);
    }
  }

  Sent sent() {
    return new Sent(rows, ddls, replayedResolved, again, resolvedTs);
  }

  @Override
  public void close() throws IOException {
    for (SamplePartition partition : partitions) {
      partition.close();
    }
  }
}
