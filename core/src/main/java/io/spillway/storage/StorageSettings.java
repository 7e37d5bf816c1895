package io.spillway.storage;

import io.spillway.layout.Layout;
import java.io.Serializable;

/**
 * Where and how the sink writes.
 *
 * @param root URI of the bucket's root, without a slash at the end
 * @param indexDigits width of file numbers in names
 * @param extension ending of data files, with its dot
 * @param uploadThreads files written at the same time, per subtask; also steps of a commit
 * @param inFlightBytes bytes handed to those threads and not written yet; above it the task waits
 * @param inlineBytes data files up to this size stay with the plan on an object store; 0 for none
 * @param role beside the other sinks of the job
 * @param claim for whom it writes
 */
public record StorageSettings(
    String root,
    int indexDigits,
    String extension,
    int uploadThreads,
    long inFlightBytes,
    long inlineBytes,
    Role role,
    BucketClaim claim)
    implements Serializable {
  /**
   * What inline files of all subtasks may have together, in checkpoints that are not complete: one
   * committer keeps them in its heap and its state.
   */
  public static final long INLINE_TOTAL = 32L << 20;

  /** Of a sink among those of its job that write into the same bucket. */
  public enum Role {
    /** There is no other. */
    ALONE,
    /**
     * It speaks for the bucket: it writes {@code metadata}. Others may have written schema files.
     */
    LEADING,
    /** It leaves schema files to the leading one for a while. */
    FOLLOWING;

    /** Whether it writes {@code metadata}. */
    public boolean leads() {
      return this != FOLLOWING;
    }
  }

  public StorageSettings {
    claim = claim.writing(extension);
  }

  /** Of a sink that leads and uploads every file. */
  public StorageSettings(
      String root,
      int indexDigits,
      String extension,
      int uploadThreads,
      long inFlightBytes,
      BucketClaim claim) {
    this(root, indexDigits, extension, uploadThreads, inFlightBytes, 0, Role.LEADING, claim);
  }

  /** The same for a sink that writes beside one that leads, for a namespace of its own. */
  public StorageSettings following(String namespaceLabel) {
    return new StorageSettings(
        root,
        indexDigits,
        extension,
        uploadThreads,
        inFlightBytes,
        inlineBytes,
        Role.FOLLOWING,
        claim.in(namespaceLabel));
  }

  /** The same with small files in the plan. */
  public StorageSettings inline(long upToBytes) {
    return new StorageSettings(
        root, indexDigits, extension, uploadThreads, inFlightBytes, upToBytes, role, claim);
  }

  /** The same for the only sink of its job. */
  public StorageSettings alone() {
    return new StorageSettings(
        root, indexDigits, extension, uploadThreads, inFlightBytes, inlineBytes, Role.ALONE, claim);
  }

  Layout layout() {
    return new Layout(indexDigits, extension);
  }
}
