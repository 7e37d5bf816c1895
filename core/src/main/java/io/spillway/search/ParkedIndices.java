package io.spillway.search;

import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.Trouble.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The indices that refuse documents, apart from all others. Plain data; time is an argument. Not
 * thread-safe.
 */
final class ParkedIndices {
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<String, Integer> classes = new HashMap<>();
  private long bytes;
  private int documents;

  /** Heap of the documents of all these indices. */
  long bytes() {
    return bytes;
  }

  int documents() {
    return documents;
  }

  List<Lane> lanes() {
    return lanes;
  }

  /** A document more, or one fewer, of an index that may be parked. */
  void changed(Lane lane, long cost, int count) {
    lane.cost += cost;
    lane.documents += count;
    if (lane.trouble != null) {
      bytes += cost;
      documents += count;
    }
  }

  /** Parks the index, or says that it is parked already. */
  Trouble park(Lane lane, Failure failure, long nowMs) {
    if (lane.trouble == null) {
      lane.trouble = new Trouble(nowMs);
      lanes.add(lane);
      bytes += lane.cost;
      documents += lane.documents;
    }
    lane.trouble.failure = failure;
    return lane.trouble;
  }

  /** The index takes documents again. Gives those that were set aside, in their order. */
  List<BulkItem> end(Lane lane) {
    List<BulkItem> back = new ArrayList<>();
    if (lane.trouble != null) {
      lane.trouble.refused.forEach(refused -> back.add(refused.item()));
      lane.trouble = null;
      lanes.remove(lane);
      bytes -= lane.cost;
      documents -= lane.documents;
    }
    return back;
  }

  /** The index whose probe has been due for longest; null for none. */
  Lane due(long nowMs) {
    Lane first = null;
    for (Lane lane : lanes) {
      Trouble trouble = lane.trouble;
      boolean due = lane.checked && !trouble.probing && trouble.nextProbeMs <= nowMs;
      if (due && (first == null || trouble.nextProbeMs < first.trouble.nextProbeMs)) {
        first = lane;
      }
    }
    return first;
  }

  /**
   * Takes out of those set aside the next one to probe with: a different one each time, since the
   * first may be the only bad one. Null for none that may go now.
   *
   * @param holds whether a row waits because its table is paused
   */
  static BulkItem probe(Lane lane, Predicate<SearchRow> holds) {
    for (int left = lane.trouble.refused.size(); left > 0; left--) {
      Refused next = lane.trouble.refused.poll();
      if (next.item().earlier == null && !holds.test(next.item().row)) {
        return next.item();
      }
      lane.trouble.refused.addLast(next);
    }
    return null;
  }

  /** The one that takes most heap; null for none. */
  Lane largest() {
    Lane largest = null;
    for (Lane lane : lanes) {
      largest = largest == null || lane.cost > largest.cost ? lane : largest;
    }
    return largest;
  }

  /**
   * The class of failures that more than half of the indices share, as an alert; null for none. One
   * index's trouble is its own; what most share is the engine's.
   *
   * @param all every index of this writer, parked or not
   */
  String shared(Iterable<Lane> all) {
    if (lanes.isEmpty()) {
      return null;
    }
    classes.clear();
    int known = 0;
    for (Lane lane : all) {
      known++;
      if (lane.trouble != null && !lane.trouble.passes && lane.documents > 0) {
        classes.merge(lane.trouble.failure.failureClass(), 1, Integer::sum);
      }
    }
    for (Map.Entry<String, Integer> entry : classes.entrySet()) {
      if (2 * entry.getValue() > known) {
        return "indices-refuse(" + entry.getKey() + ")";
      }
    }
    return null;
  }
}
