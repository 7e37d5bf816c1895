package io.spillway.tools.verify;

import java.util.Arrays;
import java.util.OptionalLong;

/** Running counts of a verification. */
final class Tally {
  private final long checkpointTs;
  private long[] sizes = new long[64];
  private int files;
  private long bytes;
  private long rows;
  private long minCommitTs = Long.MAX_VALUE;
  private long maxCommitTs;
  private long beyondCheckpoint;
  private long duplicates;
  private boolean duplicatesComplete = true;
  private long tables;
  private long versions;
  private long uncovered;

  Tally(OptionalLong checkpointTs) {
    this.checkpointTs = checkpointTs.orElse(0);
  }

  void table(long versionsOfIt, long uncoveredFiles) {
    tables++;
    versions += versionsOfIt;
    uncovered += uncoveredFiles;
  }

  void file(long size) {
    if (files == sizes.length) {
      sizes = Arrays.copyOf(sizes, files * 2);
    }
    sizes[files++] = size;
    bytes += size;
  }

  void row(long commitTs) {
    rows++;
    minCommitTs = Math.min(minCommitTs, commitTs);
    maxCommitTs = Math.max(maxCommitTs, commitTs);
    if (commitTs > checkpointTs) {
      beyondCheckpoint++;
    }
  }

  void rowWithoutTime() {
    rows++;
  }

  void duplicate() {
    duplicates++;
  }

  void duplicatesIncomplete() {
    duplicatesComplete = false;
  }

  long fileCount() {
    return files;
  }

  long rowCount() {
    return rows;
  }

  long byteCount() {
    return bytes;
  }

  VerifyReport.Files files() {
    long[] sorted = Arrays.copyOf(sizes, files);
    Arrays.sort(sorted);
    long median = files == 0 ? 0 : sorted[(files - 1) / 2];
    return new VerifyReport.Files(tables, versions, files, bytes, median, uncovered);
  }

  VerifyReport.Rows rows() {
    return new VerifyReport.Rows(
        rows,
        maxCommitTs == 0 ? 0 : minCommitTs,
        maxCommitTs,
        beyondCheckpoint,
        duplicates,
        duplicatesComplete);
  }
}
