package io.spillway.tools.verify;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a reading of a bucket found.
 *
 * @param files the data files that were read
 * @param rows their rows
 * @param checkpointTs of the root file, read before anything else; empty where there is none
 * @param faults the first of each kind
 * @param faultCounts how many of each kind there are in all; kinds without a fault are absent
 * @param strays the first paths that have no place in the layout and aren't hidden: no fault
 * @param strayCount how many of them there are in all
 */
public record VerifyReport(
    Files files,
    Rows rows,
    OptionalLong checkpointTs,
    List<Fault> faults,
    Map<FaultKind, Long> faultCounts,
    List<String> strays,
    long strayCount) {
  public boolean ok() {
    return faultCounts.isEmpty();
  }

  /**
   * Data files.
   *
   * @param tables tables that have data files
   * @param versions table versions that have data files
   * @param count files read
   * @param bytes their size
   * @param medianBytes the lower median of their sizes, 0 without files
   * @param uncovered files that no index file covers yet
   */
  public record Files(
      long tables, long versions, long count, long bytes, long medianBytes, long uncovered) {}

  /**
   * Rows.
   *
   * @param count rows read
   * @param minCommitTs 0 without rows
   * @param maxCommitTs 0 without rows
   * @param beyondCheckpoint rows newer than checkpoint-ts: legal, a reader takes them later
   * @param duplicates rows that were there before with the same commitTs, type and primary key;
   *     rows without a primary key are not judged
   * @param duplicatesComplete false where a table had more rows than are remembered, so that
   *     duplicates of later rows are not counted
   */
  public record Rows(
      long count,
      long minCommitTs,
      long maxCommitTs,
      long beyondCheckpoint,
      long duplicates,
      boolean duplicatesComplete) {}
}
