package io.spillway.bench.paced;

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
 * @param burstRows that come first, as fast as they can be made
 */
public record PacedSettings(
    int tables,
    int rowsPerSecond,
    int rowBytes,
    int seconds,
    long flushMs,
    long checkpointMs,
    long fileBytes,
    Path folder,
    long burstRows) {
  /** Without a burst. */
  public PacedSettings(
      int tables,
      int rowsPerSecond,
      int rowBytes,
      int seconds,
      long flushMs,
      long checkpointMs,
      long fileBytes,
      Path folder) {
    this(tables, rowsPerSecond, rowBytes, seconds, flushMs, checkpointMs, fileBytes, folder, 0);
  }

  long rows() {
    return burstRows + (long) rowsPerSecond * seconds;
  }

  /** The same with another checkpoint interval. */
  public PacedSettings withCheckpointMs(long ms) {
    return new PacedSettings(
        tables, rowsPerSecond, rowBytes, seconds, flushMs, ms, fileBytes, folder, burstRows);
  }

  /** The same with rows for another time. */
  public PacedSettings withSeconds(int newSeconds) {
    return new PacedSettings(
        tables,
        rowsPerSecond,
        rowBytes,
        newSeconds,
        flushMs,
        checkpointMs,
        fileBytes,
        folder,
        burstRows);
  }
}
