package io.spillway.tools.sample;

/**
 * What a {@link SampleStream} holds. The same settings give the same bytes.
 *
 * @param seed of everything that is left to chance
 * @param tables number of tables
 * @param skew of the tables' shares of the rows: 0 gives all the same, 1 is Zipf's law
 * @param partitions number of partitions, one file each
 * @param rows rows in all, without what is sent again
 * @param rowBytes size of a row's message in bytes, without its line end; 0 leaves it as it comes
 *     (about 330)
 * @param rowsPerSecond density in event time
 * @param creates every other table begins with a CREATE TABLE
 * @param ddls number of ADD COLUMN
 * @param resolvedEvery rows between two resolved events
 * @param replays how often the upstream sends again what it had sent a moment before
 */
public record SampleSettings(
    long seed,
    int tables,
    double skew,
    int partitions,
    long rows,
    int rowBytes,
    int rowsPerSecond,
    boolean creates,
    int ddls,
    int resolvedEvery,
    int replays) {

  /** Highest density: timestamps are 2^-18 ms apart, and a DDL needs room between two rows. */
  private static final int MAX_ROWS_PER_SECOND = 50_000_000;

  public SampleSettings {
    require(tables > 0 && partitions > 0 && resolvedEvery > 0, "a count is not positive");
    require(rows >= 0 && ddls >= 0 && replays >= 0 && rowBytes >= 0, "a count is negative");
    require(ddls <= rows, "more DDLs than rows");
    require(
        rowsPerSecond > 0 && rowsPerSecond <= MAX_ROWS_PER_SECOND,
        "rowsPerSecond is not in 1.." + MAX_ROWS_PER_SECOND);
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalArgumentException(what);
    }
  }

  /** Twenty tables from hot to cold in four partitions, 20,000 rows, ten DDLs, three replays. */
  public static SampleSettings standard(long seed) {
    return new SampleSettings(seed, 20, 1, 4, 20_000, 0, 1000, true, 10, 100, 3);
  }

  public SampleSettings withTables(int count, double newSkew) {
    return new SampleSettings(
        seed,
        count,
        newSkew,
        partitions,
        rows,
        rowBytes,
        rowsPerSecond,
        creates,
        ddls,
        resolvedEvery,
        replays);
  }

  public SampleSettings withPartitions(int count) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        count,
        rows,
        rowBytes,
        rowsPerSecond,
        creates,
        ddls,
        resolvedEvery,
        replays);
  }

  public SampleSettings withRows(long count, int bytes) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        partitions,
        count,
        bytes,
        rowsPerSecond,
        creates,
        ddls,
        resolvedEvery,
        replays);
  }

  public SampleSettings withRowsPerSecond(int count) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        partitions,
        rows,
        rowBytes,
        count,
        creates,
        ddls,
        resolvedEvery,
        replays);
  }

  public SampleSettings withDdls(boolean newCreates, int count) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        partitions,
        rows,
        rowBytes,
        rowsPerSecond,
        newCreates,
        count,
        resolvedEvery,
        replays);
  }

  public SampleSettings withResolvedEvery(int count) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        partitions,
        rows,
        rowBytes,
        rowsPerSecond,
        creates,
        ddls,
        count,
        replays);
  }

  public SampleSettings withReplays(int count) {
    return new SampleSettings(
        seed,
        tables,
        skew,
        partitions,
        rows,
        rowBytes,
        rowsPerSecond,
        creates,
        ddls,
        resolvedEvery,
        count);
  }
}
