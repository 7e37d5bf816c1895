package io.spillway.plan;

import java.util.List;

/**
 * The rows of a sealed file.
 *
 * @param rows how many, 1 or more
 * @param bytes size of the file that they make
 * @param minCommitTs of the first
 * @param maxCommitTs of the last
 * @param traces trace ids of those that are followed, in the order of the rows, the first few
 */
public record SealedRows(
    long rows, long bytes, long minCommitTs, long maxCommitTs, List<String> traces) {
  public SealedRows {
    traces = List.copyOf(traces);
  }

  /** The same rows in a file of another size than their own, as they are compressed. */
  public SealedRows in(long fileBytes) {
    return new SealedRows(rows, fileBytes, minCommitTs, maxCommitTs, traces);
  }
}
