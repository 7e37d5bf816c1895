package io.spillway.tools.report;

import java.util.Arrays;

/** Files that were sealed for one reason. */
final class FileLine {
  private long[] sizes = new long[16];
  private int count;
  long rows;

  void add(long fileRows, long fileBytes) {
    if (count == sizes.length) {
      sizes = Arrays.copyOf(sizes, 2 * count);
    }
    sizes[count++] = fileBytes;
    rows += fileRows;
  }

  long files() {
    return count;
  }

  long bytes() {
    return Arrays.stream(sizes, 0, count).sum();
  }

  /** Size that this share of the files doesn't exceed; 0 without files. */
  long quantile(double share) {
    long[] sorted = Arrays.copyOf(sizes, count);
    Arrays.sort(sorted);
    return count == 0 ? 0 : sorted[(int) Math.min(count - 1, (long) (share * count))];
  }
}
