package io.spillway.spool;

import io.spillway.encode.RowIdentity;
import io.spillway.encode.RowIdentity.Digest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a dispatcher that have come, in the order in which they came, as far as copies of
 * them may follow. A row with a key that comes again is a copy, whatever partition brings it. Of
 * equal rows without a key a pass may bring several, and all of those are rows; so as many are kept
 * as came in the pass that had the most of them.
 */
final class SeenRows {
  /** What becomes of a row. */
  enum Verdict {
    NEW,
    COPY,
    /** The same change as an earlier row, with other values: one of the two is wrong. */
    CONTRADICTION,
    /** Equal to a row without a key that came in the same pass: two rows, or one and its copy. */
    EQUAL
  }

  private final Map<Digest, List<Digest>> contents = new HashMap<>();
  private final Map<PassOf, Integer> perPass = new HashMap<>();
  private final Map<PassOf, Integer> kept = new HashMap<>();

  /**
   * @param pass one pass of a partition, or the partition
   */
  private record PassOf(Digest row, int pass) {}

  /**
   * @param pass in which the row came, see {@link io.spillway.event.RowPasses}
   */
  Verdict add(RowIdentity row, int pass) {
    return row.keyed() ? keyed(row) : bare(row.content(), pass);
  }

  private Verdict keyed(RowIdentity row) {
    List<Digest> known = contents.computeIfAbsent(row.change(), c -> new ArrayList<>(1));
    if (known.contains(row.content())) {
      return Verdict.COPY;
    }
    known.add(row.content());
    return known.size() == 1 ? Verdict.NEW : Verdict.CONTRADICTION;
  }

  private Verdict bare(Digest row, int pass) {
    int count = perPass.merge(new PassOf(row, pass), 1, Integer::sum);
    PassOf partition = new PassOf(row, pass >>> 16);
    if (count <= kept.getOrDefault(partition, 0)) {
      return Verdict.COPY;
    }
    kept.put(partition, count);
    return count == 1 ? Verdict.NEW : Verdict.EQUAL;
  }

  /** What an earlier row of the same change held; of a row that is a contradiction. */
  Digest first(RowIdentity row) {
    return contents.get(row.change()).get(0);
  }
}
