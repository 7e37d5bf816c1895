package io.spillway.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Encoded rows of one dispatcher in order of commit timestamp, as they will stand in a file: one
 * array of bytes (about {@link #TARGET_BYTES}, more only for a single larger row), the end offset
 * and the commit timestamp of each row, and the trace ids of a few. Immutable; never empty.
 */
public final class RowBatch {
  /** Size in bytes at which a batch is full. */
  public static final int TARGET_BYTES = 256 << 10;

  /** Rows whose trace ids are kept. */
  public static final int MOST_TRACED = 8;

  private static final int OBJECT_BYTES = 160;

  /** An id's text, its object and its place in a list. */
  private static final int TRACED_BYTES = 112;

  private final byte[] bytes;
  private final int[] ends;
  private final long[] commitTs;
  private final int size;
  private final long arrivedMs;
  private final List<TracedRow> traced;
  private final RowPasses passes;

  /**
   * Rows that have no copies.
   *
   * @param bytes at least {@code ends[size - 1]} of them
   * @param ends offset behind each row
   * @param commitTs of each row, not decreasing
   * @param size number of rows, 1 or more
   * @param arrivedMs when the first of them arrived, in ms since 1970
   * @param traced rows whose traces are followed, at most {@link #MOST_TRACED}, in their order
   */
  public RowBatch(
      byte[] bytes, int[] ends, long[] commitTs, int size, long arrivedMs, List<TracedRow> traced) {
    this.bytes = bytes;
    this.ends = ends;
    this.commitTs = commitTs;
    this.size = size;
    this.arrivedMs = arrivedMs;
    this.traced = List.copyOf(traced);
    this.passes = RowPasses.NONE;
  }

  private RowBatch(RowBatch rows, RowPasses passes) {
    this.bytes = rows.bytes;
    this.ends = rows.ends;
    this.commitTs = rows.commitTs;
    this.size = rows.size;
    this.arrivedMs = rows.arrivedMs;
    this.traced = rows.traced;
    this.passes = passes;
  }

  /** The same rows, which came in these passes. */
  public RowBatch in(RowPasses newPasses) {
    return newPasses == passes ? this : new RowBatch(this, newPasses);
  }

  /** The passes in which the rows came. */
  public RowPasses passes() {
    return passes;
  }

  /** The rows' bytes from offset 0 to {@code end(size() - 1)}; shared, not to be written to. */
  public byte[] bytes() {
    return bytes;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Offset of a row's first byte; of {@code size()}, the end of all. */
  public int start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Offset behind a row's last byte. */
  public int end(int row) {
    return ends[row];
  }

  public long commitTs(int row) {
    return commitTs[row];
  }

  public long minCommitTs() {
    return commitTs[0];
  }

  public long maxCommitTs() {
    return commitTs[size - 1];
  }

  /** When the first row arrived, in ms since 1970. */
  public long arrivedMs() {
    return arrivedMs;
  }

  /** Rows whose traces are followed, in their order. */
  public List<TracedRow> traced() {
    return traced;
  }

  /** Of those the ones from {@code from} on and before {@code to}, by their indices in here. */
  public List<TracedRow> traced(int from, int to) {
    return traced.isEmpty()
        ? traced
        : traced.stream().filter(row -> row.row() >= from && row.row() < to).toList();
  }

  /** Index of the first row at or behind {@code from} that is newer than {@code bound}. */
  public int firstNewerThan(long bound, int from) {
    if (maxCommitTs() <= bound) {
      return size;
    }
    int low = from;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (commitTs[middle] <= bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Index of the first row at or behind {@code from} that ends at or behind offset {@code end}. */
  public int firstEndingAt(int end, int from) {
    int found = Arrays.binarySearch(ends, from, size, end);
    return found >= 0 ? found : -found - 1;
  }

  /** A copy of the rows from {@code from} on. */
  public RowBatch tail(int from) {
    return only(IntStream.range(from, size).toArray());
  }

  /**
   * A copy of some of the rows.
   *
   * @param rows their indices, one or more, ascending
   */
  public RowBatch only(int[] rows) {
    int length = 0;
    int[] newEnds = new int[rows.length];
    long[] newTs = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      length += ends[rows[i]] - start(rows[i]);
      newEnds[i] = length;
      newTs[i] = commitTs[rows[i]];
    }
    byte[] newBytes = new byte[length];
    for (int i = 0; i < rows.length; i++) {
      int at = i == 0 ? 0 : newEnds[i - 1];
      System.arraycopy(bytes, start(rows[i]), newBytes, at, newEnds[i] - at);
    }
    return new RowBatch(newBytes, newEnds, newTs, rows.length, arrivedMs, tracedOf(rows))
        .in(passes.of(rows));
  }

  private List<TracedRow> tracedOf(int[] rows) {
    List<TracedRow> kept = new ArrayList<>();
    for (TracedRow row : traced) {
      int place = Arrays.binarySearch(rows, row.row());
      if (place >= 0) {
        kept.add(new TracedRow(place, row.id()));
      }
    }
    return kept;
  }

  /** The same, as having arrived by then: its time may be that of a clock that was ahead. */
  public RowBatch arrivedBy(long ms) {
    return arrivedMs <= ms ? this : new RowBatch(bytes, ends, commitTs, size, ms, traced);
  }

  /** What the batch takes on the heap, in bytes, about. */
  public int heapBytes() {
    return heapBytes(bytes, ends, commitTs, traced) + passes.heapBytes();
  }

  static int heapBytes(byte[] bytes, int[] ends, long[] commitTs, List<TracedRow> traced) {
    return bytes.length
        + ends.length * 4
        + commitTs.length * 8
        + traced.size() * TRACED_BYTES
        + OBJECT_BYTES;
  }
}
