package io.spillway.event;

import java.util.Arrays;

/**
 * For each row of a batch the pass of its partition in which it came: an upstream that starts again
 * begins another pass over what nobody has acknowledged. A pass is a number other than 0, the
 * partition's index in the dispatcher in its upper half; 0 is that of rows which have no copies.
 * Immutable.
 */
public final class RowPasses {
  /** Of rows that have no copies. */
  public static final RowPasses NONE = new RowPasses(0, null);

  private final int same;
  private final int[] each;

  private RowPasses(int same, int[] each) {
    this.same = same;
    this.each = each;
  }

  /** All rows came in one pass, as nearly always. */
  public static RowPasses same(int pass) {
    return pass == 0 ? NONE : new RowPasses(pass, null);
  }

  /**
   * @param passes of each row; more than there are rows is no harm. Not to be changed any more
   */
  public static RowPasses each(int[] passes) {
    return new RowPasses(0, passes);
  }

  public int of(int row) {
    return each == null ? same : each[row];
  }

  /** Whether one number is that of all rows. */
  public boolean isSame() {
    return each == null;
  }

  /** Those of some of the rows, in another order. */
  RowPasses of(int[] rows) {
    if (each == null) {
      return this;
    }
    int[] picked = new int[rows.length];
    Arrays.setAll(picked, i -> each[rows[i]]);
    return each(picked);
  }

  int heapBytes() {
    return each == null ? 0 : 4 * each.length;
  }
}
