package io.spillway.spool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A database of two tables, one with a key and one without, and a changefeed that sends its
 * transactions to some partitions. It dies at any message and begins again behind any resolved
 * event that it had sent, so that it sends some rows a second or third time, each built anew. Rows
 * of one transaction and partition keep their order.
 */
final class ReplayingUpstream {
  static final int KEYED = 0;
  static final int BARE = 1;

  /** What a partition holds. */
  sealed interface Message {}

  /**
   * @param row what it says, without what is built anew
   */
  record Change(int table, long commitTs, String type, String row) implements Message {
    int print() {
      return (type + row).hashCode() | 1;
    }
  }

  record Resolved(long commitTs) implements Message {}

  /** The upstream begins to send. Nobody downstream sees this. */
  record Begin() implements Message {}

  private record Sent(int partition, Message message) {}

  final List<List<Message>> partitions = new ArrayList<>();

  /** Every row of the database, as often as it was made. */
  final Map<Change, Integer> rows = new HashMap<>();

  private final Random random;
  private final List<List<Change>> transactions = new ArrayList<>();
  private long ts = 100;
  private int nextKey;
  private final List<Integer> keys = new ArrayList<>();

  ReplayingUpstream(Random random) {
    this.random = random;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      partitions.add(new ArrayList<>());
    }
    for (int i = 3 + random.nextInt(15); i > 0; i--) {
      ts += 1 + random.nextInt(3);
      transactions.add(transaction());
    }
    transactions.forEach(t -> t.forEach(row -> rows.merge(row, 1, Integer::sum)));
    send();
  }

  private List<Change> transaction() {
    List<Change> rows = new ArrayList<>();
    int table = random.nextInt(2);
    int count = random.nextInt(3) == 0 ? 1 + random.nextInt(12) : 1 + random.nextInt(2);
    List<Integer> untouched = new ArrayList<>(keys);
    for (int i = 0; i < count; i++) {
      if (table == BARE) {
        String type = random.nextInt(4) == 0 ? "DELETE" : "INSERT";
        rows.add(new Change(BARE, ts, type, "\"v\":\"" + random.nextInt(3) + "\""));
      } else {
        keyed(rows, untouched);
      }
    }
    return rows;
  }

  private void keyed(List<Change> rows, List<Integer> untouched) {
    int dice = untouched.size() < 2 ? 0 : random.nextInt(6);
    if (dice < 3) {
      keys.add(nextKey);
      rows.add(keyed("INSERT", nextKey++));
      return;
    }
    int key = untouched.remove(random.nextInt(untouched.size()));
    if (dice == 3) {
      rows.add(keyed("UPDATE", key));
    } else if (dice == 4) {
      keys.remove((Integer) key);
      rows.add(keyed("DELETE", key));
    } else {
      swap(rows, key, untouched.remove(random.nextInt(untouched.size())));
    }
  }

  /** Two rows change keys: told whole, or in halves, the deletes first. */
  private void swap(List<Change> rows, int one, int other) {
    if (random.nextBoolean()) {
      rows.add(keyed("UPDATE", one));
      rows.add(keyed("UPDATE", other));
      return;
    }
    rows.add(keyed("DELETE", one));
    rows.add(keyed("DELETE", other));
    rows.add(keyed("INSERT", one));
    rows.add(keyed("INSERT", other));
  }

  private Change keyed(String type, int key) {
    return new Change(
        KEYED, ts, type, "\"id\":\"" + key + "\",\"v\":\"" + random.nextInt(3) + "\"");
  }

  private void send() {
    List<Long> resolved = new ArrayList<>(List.of(99L));
    int crashes = random.nextInt(4);
    while (true) {
      long from = resolved.get(random.nextInt(resolved.size()));
      partitions.forEach(partition -> partition.add(new Begin()));
      List<Sent> pass = pass(from);
      int end = crashes-- > 0 ? random.nextInt(pass.size()) : pass.size();
      for (Sent sent : pass.subList(0, end)) {
        partitions.get(sent.partition()).add(sent.message());
        if (sent.message() instanceof Resolved r && sent.partition() == partitions.size() - 1) {
          resolved.add(r.commitTs());
        }
      }
      if (end == pass.size()) {
        return;
      }
    }
  }

  /** What is sent from a resolved event on to the end. */
  private List<Sent> pass(long from) {
    List<Sent> pass = new ArrayList<>();
    if (random.nextBoolean()) {
      resolve(pass, from);
    }
    for (List<Change> transaction : transactions) {
      if (transaction.get(0).commitTs() > from) {
        for (Change row : transaction) {
          pass.add(new Sent(Math.floorMod(place(row), partitions.size()), row));
        }
        if (random.nextInt(3) == 0) {
          resolve(pass, transaction.get(0).commitTs());
        }
      }
    }
    resolve(pass, ts + 1);
    return pass;
  }

  /** Of a row with a key, its key; of one without, its table. */
  private static int place(Change row) {
    return row.table() == BARE ? 1 : row.row().substring(0, row.row().indexOf(',')).hashCode();
  }

  private void resolve(List<Sent> pass, long commitTs) {
    for (int p = 0; p < partitions.size(); p++) {
      pass.add(new Sent(p, new Resolved(commitTs)));
    }
  }
}
