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
 * @param checkpointMs interval of the checkpoints of both jobs, in ms
 * @param spoolMegabytes memory of each of the job's spools, in MiB
 * @param folder where input and output go
 */
public record BenchSettings(
    int dispatchers,
    long rows,
    int rowBytes,
    int parallelism,
    int runs,
    int checkpointMs,
    int spoolMegabytes,
    Path folder) {
  /** With which a production pipeline would begin. */
  public static final int CHECKPOINT_MS = 5_000;
}
