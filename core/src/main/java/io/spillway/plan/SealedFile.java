package io.spillway.plan;

import io.spillway.layout.DataFile;
import java.util.List;

/**
 * A file whose content, path and number are fixed.
 *
 * @param file where it goes
 * @param dispatcher key of the dispatcher whose rows it has
 * @param reason why it was sealed
 * @param content its rows
 */
public record SealedFile(DataFile file, String dispatcher, FlushReason reason, SealedRows content) {
  public long rows() {
    return content.rows();
  }

  /** Size in bytes, as it is written. */
  public long bytes() {
    return content.bytes();
  }

  public long minCommitTs() {
    return content.minCommitTs();
  }

  public long maxCommitTs() {
    return content.maxCommitTs();
  }

  /** See {@link SealedRows}. */
  public List<String> traces() {
    return content.traces();
  }
}
