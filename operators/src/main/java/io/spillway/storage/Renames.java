package io.spillway.storage;

import java.io.IOException;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableWriter;

/** Renames of a file system whose plain rename never replaces a file, and doesn't throw either. */
interface Renames {
  /** Puts a file in the place of another, or of none, in one step. */
  void replace(Path from, Path to) throws IOException;

  /** What became of an upload that was to be made visible. */
  enum Outcome {
    DONE,
    /** There is a file in its place, which is as it was. */
    TAKEN,
    /** What should become the file is not there. */
    GONE
  }

  /**
   * Makes an upload that was written in whole visible, in one step, unless a file stands in its
   * place.
   *
   * @param bytes its length
   * @throws IOException where the file system refuses, or the upload has another length
   */
  Outcome add(RecoverableWriter.CommitRecoverable upload, long bytes) throws IOException;
}
