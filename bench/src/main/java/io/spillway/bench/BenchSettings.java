package io.spillway.bench;

import java.nio.file.Path;

/**
 * What is measured.
 *
 * @param dispatchers number of tables, all about equally hot
 * @param rows rows of the input
 * @param rowBytes size of a row's message in bytes
 * @param parallelism of every contender
 * @param runs measured runs of each
 * @param files when files of both jobs end
 * @param spoolMegabytes memory of each of the job's spools, in MiB
 * @param folder where input and output go
 */
public record BenchSettings(
    int dispatchers,
    long rows,
    int rowBytes,
    int parallelism,
    int runs,
    FileEnds files,
    int spoolMegabytes,
    Path folder) {
  /** With which a production pipeline would begin. */
  public static final int CHECKPOINT_MS = 5_000;

  /** The default of storage.file-size, in KiB. */
  public static final int FILE_KB = 64 << 10;

  /**
   * What ends files, beside the flush interval.
   *
   * @param checkpointMs interval of checkpoints, in ms
   * @param sizeKb size of a full file, in KiB
   */
  public record FileEnds(int checkpointMs, int sizeKb) {}

  long fileBytes() {
    return (long) files.sizeKb() << 10;
  }
}
