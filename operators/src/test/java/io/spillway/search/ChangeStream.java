package io.spillway.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A seeded stream over a few tables of unequal size: inserts, updates, deletes, each table in one
 * of several partitions; partitions that run far apart from each other, and replays of the last
 * rows.
 */
final class ChangeStream {
  private static final int PARTITIONS = 4;
  final Map<String, String> expected = new TreeMap<>();
  final List<SearchRow> delivered = new ArrayList<>();

  ChangeStream(long seed, int tables, int rows) {
    Random random = new Random(seed);
    List<List<SearchRow>> partitions = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      partitions.add(new ArrayList<>());
    }
    long ts = 463594436794777600L;
    for (int i = 0; i < rows; i++) {
      ts += 1 + random.nextInt(1 << 18);
      int t = Math.min(random.nextInt(tables), random.nextInt(tables));
      int id = random.nextInt(200);
      boolean delete = random.nextInt(4) == 0;
      String name = "n" + i + " é";
      partitions
          .get(t % PARTITIONS)
          .add(Rows.row("t" + t, delete ? "DELETE" : "UPDATE", ts, id, name));
      if (delete) {
        expected.remove("shop.t" + t + "/" + id);
      } else {
        expected.put("shop.t" + t + "/" + id, "{\"id\":" + id + ",\"name\":\"" + name + "\"}");
      }
    }
    deliver(partitions, random);
  }

  private void deliver(List<List<SearchRow>> partitions, Random random) {
    int[] next = new int[PARTITIONS];
    for (boolean more = true; more; ) {
      more = false;
      for (int p = 0; p < PARTITIONS; p++) {
        List<SearchRow> rows = partitions.get(p);
        int end = Math.min(rows.size(), next[p] + random.nextInt(400));
        delivered.addAll(rows.subList(next[p], end));
        if (random.nextInt(10) == 0) {
          // the upstream restarts from an older point, and parts of it come in another order
          delivered.addAll(rows.subList(Math.max(0, end - 150), end));
          delivered.addAll(rows.subList(Math.max(0, end - 50), end));
        }
        next[p] = end;
        more |= end < rows.size();
      }
    }
  }
}
