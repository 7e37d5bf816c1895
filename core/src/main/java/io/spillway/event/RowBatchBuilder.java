package io.spillway.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Gathers encoded rows in order of arrival; the batch has them in order of commit timestamp. */
public final class RowBatchBuilder {
  private static final int LEAST_BYTES = 1 << 10;
  private static final int LEAST_ROWS = 4;
  private static final int FULL_BYTES = RowBatch.TARGET_BYTES + (RowBatch.TARGET_BYTES >> 2);

  private byte[] bytes;
  private int[] ends;
  private long[] commitTs;
  private int size;
  private int used;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private boolean sorted = true;
  private List<TracedRow> traced = List.of();
  private int pass;
  private int[] passes;
  private final long arrivedMs;

  /**
   * @param arrivedMs when the first row arrived, in ms since 1970
   */
  public RowBatchBuilder(long arrivedMs) {
    this(arrivedMs, 0, 0);
  }

  /**
   * @param arrivedMs when the first row arrived, in ms since 1970
   * @param likelyBytes bytes that there will probably be, which saves copies
   * @param likelyRows rows that there will probably be
   */
  public RowBatchBuilder(long arrivedMs, int likelyBytes, int likelyRows) {
    this.arrivedMs = arrivedMs;
    bytes = new byte[Math.max(LEAST_BYTES, Math.min(likelyBytes, FULL_BYTES))];
    ends = new int[Math.max(LEAST_ROWS, likelyRows)];
    commitTs = new long[ends.length];
  }

  /** Appends one row: the slice and the terminator behind it. */
  public void append(byte[] source, int offset, int length, byte[] terminator, long rowTs) {
    int end = used + length + terminator.length;
    if (end > bytes.length || size == ends.length) {
      grow(end);
    }
    System.arraycopy(source, offset, bytes, used, length);
    System.arraycopy(terminator, 0, bytes, used + length, terminator.length);
    used = end;
    ends[size] = end;
    commitTs[size] = rowTs;
    size++;
    sorted &= rowTs >= max;
    min = Math.min(min, rowTs);
    max = Math.max(max, rowTs);
  }

  /**
   * Notes the trace of the row that was appended last; those that come when there are {@link
   * RowBatch#MOST_TRACED} are not followed.
   */
  public void trace(String id) {
    if (traced.isEmpty()) {
      traced = new ArrayList<>(2);
    }
    if (traced.size() < RowBatch.MOST_TRACED) {
      traced.add(new TracedRow(size - 1, id));
    }
  }

  /** Notes the pass of the row that was appended last, see {@link RowPasses}; 0 where none is. */
  public void pass(int ofLast) {
    if (passes == null) {
      if (size == 1) {
        pass = ofLast;
      }
      if (pass == ofLast) {
        return;
      }
      passes = new int[ends.length];
      Arrays.fill(passes, 0, size - 1, pass);
    } else if (size > passes.length) {
      passes = Arrays.copyOf(passes, ends.length);
    }
    passes[size - 1] = ofLast;
  }

  private RowPasses passes() {
    return passes == null ? RowPasses.same(pass) : RowPasses.each(passes);
  }

  private void grow(int end) {
    if (end > bytes.length) {
      // doubling up to a full batch, which ends with the row that goes over the target
      int doubled = bytes.length * 2 < RowBatch.TARGET_BYTES ? bytes.length * 2 : FULL_BYTES;
      bytes = Arrays.copyOf(bytes, Math.max(end, doubled));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      commitTs = Arrays.copyOf(commitTs, size * 2);
    }
  }

  public boolean isFull() {
    return used >= RowBatch.TARGET_BYTES;
  }

  public int size() {
    return size;
  }

  /** Bytes of the rows. */
  public int bytes() {
    return used;
  }

  public long arrivedMs() {
    return arrivedMs;
  }

  public long minCommitTs() {
    return min;
  }

  public long maxCommitTs() {
    return max;
  }

  /** What the builder takes on the heap, in bytes, about. */
  public int heapBytes() {
    int ofPasses = passes == null ? 0 : 4 * passes.length;
    return RowBatch.heapBytes(bytes, ends, commitTs, traced) + ofPasses;
  }

  /**
   * The batch, for use at once: its arrays may be larger than they need to be. See {@link #build}.
   */
  public RowBatch buildAsItIs() {
    return sorted
        ? new RowBatch(bytes, ends, commitTs, size, arrivedMs, traced).in(passes())
        : sort();
  }

  /** The batch; the builder is not to be used again. At least one row must have been appended. */
  public RowBatch build() {
    if (!sorted) {
      return sort();
    }
    byte[] kept = used * 5L < bytes.length * 4L ? Arrays.copyOf(bytes, used) : bytes;
    int[] keptEnds = size * 2 < ends.length * 2 - 8 ? Arrays.copyOf(ends, size) : ends;
    long[] keptTs = keptEnds == ends ? commitTs : Arrays.copyOf(commitTs, size);
    return new RowBatch(kept, keptEnds, keptTs, size, arrivedMs, traced).in(passes());
  }

  private RowBatch sort() {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(commitTs[a], commitTs[b]));
    byte[] sortedBytes = new byte[used];
    int[] sortedEnds = new int[size];
    long[] sortedTs = new long[size];
    int at = 0;
    for (int i = 0; i < size; i++) {
      int row = order[i];
      int start = row == 0 ? 0 : ends[row - 1];
      int length = ends[row] - start;
      System.arraycopy(bytes, start, sortedBytes, at, length);
      at += length;
      sortedEnds[i] = at;
      sortedTs[i] = commitTs[row];
    }
    int[] rows = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    return new RowBatch(sortedBytes, sortedEnds, sortedTs, size, arrivedMs, inOrder(order))
        .in(passes().of(rows));
  }

  private List<TracedRow> inOrder(Integer[] order) {
    if (traced.isEmpty()) {
      return traced;
    }
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      places[order[i]] = i;
    }
    return traced.stream()
        .map(row -> new TracedRow(places[row.row()], row.id()))
        .sorted(Comparator.comparingInt(TracedRow::row))
        .toList();
  }
}
