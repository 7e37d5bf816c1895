package io.spillway.spool;

/**
 * How many bytes of rows make one byte of a file, as the last files have shown: what the size of
 * the next one is told by. A file counts the more the nearer it is to its full size. Not
 * thread-safe.
 */
final class CompressionRatio {
  private static final double MOST_WEIGHT = 0.5;

  /** Null of the one that all tables share. */
  private final CompressionRatio all;

  /** 0 while no file has shown it. */
  private double ratio;

  private CompressionRatio(CompressionRatio all) {
    this.all = all;
  }

  /** Of all tables together. */
  static CompressionRatio ofAll() {
    return new CompressionRatio(null);
  }

  /** Of one table, which has that of all until it has files of its own. */
  CompressionRatio ofTable() {
    return new CompressionRatio(this);
  }

  /** 1 or more. */
  double value() {
    if (ratio == 0) {
      return all == null ? 1 : all.value();
    }
    return ratio;
  }

  /**
   * A file has been written.
   *
   * @param rowBytes of its rows
   * @param fileBytes of the file
   * @param fullBytes that a full file has
   */
  void note(long rowBytes, long fileBytes, long fullBytes) {
    double seen = Math.max(1, (double) rowBytes / Math.max(1, fileBytes));
    double weight = MOST_WEIGHT * Math.min(1, (double) fileBytes / fullBytes);
    ratio = ratio == 0 ? seen : ratio + (seen - ratio) * weight;
    if (all != null) {
      all.note(rowBytes, fileBytes, fullBytes);
    }
  }
}
