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
 * @param leading whether this sink speaks for the bucket: it writes {@code metadata}, and schema
 *     files without looking whether another does
 * @param claim for whom it writes
 */
public record StorageSettings(
    String root,
    int indexDigits,
    String extension,
    int uploadThreads,
    long inFlightBytes,
    boolean leading,
    BucketClaim claim)
    implements Serializable {
  /** Of a sink that leads. */
  public StorageSettings(
      String root,
      int indexDigits,
      String extension,
      int uploadThreads,
      long inFlightBytes,
      BucketClaim claim) {
    this(root, indexDigits, extension, uploadThreads, inFlightBytes, true, claim);
  }

  /** The same for a sink that writes beside one that leads, for a namespace of its own. */
  public StorageSettings following(String namespaceLabel) {
    return new StorageSettings(
        root,
        indexDigits,
        extension,
        uploadThreads,
        inFlightBytes,
        false,
        claim.in(namespaceLabel));
  }

  Layout layout() {
    return new Layout(indexDigits, extension);
  }
}
