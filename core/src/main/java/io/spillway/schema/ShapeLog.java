package io.spillway.schema;

import io.spillway.event.TableShape;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rows' columns of one table over event time. Of neighbours that show the same columns only the
 * first and the last are kept, so that it grows with changes and not with rows.
 */
final class ShapeLog {
  private static final Comparator<RowShape> SAME_TIME =
      Comparator.<RowShape>comparingInt(s -> s.shape().columns().size())
          .thenComparing(s -> s.shape().columns().toString());

  private final TreeMap<Long, RowShape> full = new TreeMap<>();
  private final TreeMap<Long, RowShape> keyOnly = new TreeMap<>();

  void add(TableShape shape) {
    RowShape row = new RowShape(shape);
    TreeMap<Long, RowShape> log = row.keyOnly() ? keyOnly : full;
    long at = shape.commitTs();
    RowShape there = log.get(at);
    if (there != null && SAME_TIME.compare(there, row) >= 0) {
      return;
    }
    log.put(at, row);
    Map.Entry<Long, RowShape> before = log.lowerEntry(at);
    Map.Entry<Long, RowShape> after = log.higherEntry(at);
    forgetIfBetweenEquals(log, at);
    if (before != null) {
      forgetIfBetweenEquals(log, before.getKey());
    }
    if (after != null) {
      forgetIfBetweenEquals(log, after.getKey());
    }
  }

  private static void forgetIfBetweenEquals(TreeMap<Long, RowShape> log, long at) {
    RowShape middle = log.get(at);
    Map.Entry<Long, RowShape> before = log.lowerEntry(at);
    Map.Entry<Long, RowShape> after = log.higherEntry(at);
    if (before != null
        && after != null
        && middle.sameColumns(before.getValue())
        && middle.sameColumns(after.getValue())) {
      log.remove(at);
    }
  }

  /** The newest of {@code (above, upTo]}; one that shows a key only where there is no other. */
  RowShape newest(long above, long upTo) {
    RowShape best = newest(full, above, upTo);
    return best != null ? best : newest(keyOnly, above, upTo);
  }

  /** The oldest of {@code (above, upTo]} that shows more than a key. */
  RowShape oldest(long above, long upTo) {
    Map.Entry<Long, RowShape> entry = full.higherEntry(above);
    return entry == null || entry.getKey() > upTo ? null : entry.getValue();
  }

  private static RowShape newest(TreeMap<Long, RowShape> log, long above, long upTo) {
    Map.Entry<Long, RowShape> entry = log.floorEntry(upTo);
    return entry == null || entry.getKey() <= above ? null : entry.getValue();
  }

  /** Forgets what lies in {@code (-, upTo]}, but for the newest of it that lies above. */
  void prune(long above, long upTo) {
    prune(full, above, upTo);
    prune(keyOnly, above, upTo);
  }

  private static void prune(TreeMap<Long, RowShape> log, long above, long upTo) {
    Long newest = log.floorKey(upTo);
    boolean kept = newest != null && newest > above;
    log.headMap(kept ? newest : upTo, !kept).clear();
  }

  boolean isEmpty() {
    return full.isEmpty() && keyOnly.isEmpty();
  }

  /** By time. */
  List<TableShape> shapes() {
    return Stream.concat(full.values().stream(), keyOnly.values().stream())
        .map(RowShape::shape)
        .sorted(
            Comparator.comparingLong(TableShape::commitTs)
                .thenComparing(s -> s.columns().toString()))
        .toList();
  }
}
