package io.spillway.job.bench.paced;

import java.nio.file.Path;

/**
 * A load that comes at its own pace.
 *
 * @param tables that get the same number of rows, in turn
 * @param rowsPerSecond of all tables together
 * @param rowBytes size of a row
 * @param seconds for which rows come
 * @param flushMs flush interval
 * @param checkpointMs checkpoint interval
 * @param fileBytes size at which a file is full
 * @param folder where output and checkpoints go
 */
public record PacedSettings(
    int tables,
    int rowsPerSecond,
    int rowBytes,
    int seconds,
    long flushMs,
    long checkpointMs,
    long fileBytes,
    Path folder) {
  long rows() {
    return (long) rowsPerSecond * seconds;
  }

  /** The same with another checkpoint interval. */
  public PacedSettings withCheckpointMs(long ms) {
    return new PacedSettings(
        tables, rowsPerSecond, rowBytes, seconds, flushMs, ms, fileBytes, folder);
  }
}
