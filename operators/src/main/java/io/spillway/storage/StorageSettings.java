package io.spillway.storage;

import java.io.Serializable;

/**
 * Where and how the sink writes.
 *
 * @param root URI of the bucket's root, without a slash at the end
 * @param indexDigits width of file numbers in names
 * @param extension ending of data files, with its dot
 * @param uploadThreads files written at the same time, per subtask; also steps of a commit
 * @param inFlightBytes bytes handed to those threads and not written yet; above it the task waits
 */
public record StorageSettings(
    String root, int indexDigits, String extension, int uploadThreads, long inFlightBytes)
    implements Serializable {
  Layout layout() {
    return new Layout(indexDigits, extension);
  }
}
