package io.spillway.storage;

/** What a writer has ready at a barrier. */
public sealed interface Written {

  /**
   * A data file, complete but not visible yet.
   *
   * @param sealed what it is
   * @param commit the file system's own means to make it visible, serialized
   */
  record Data(SealedFile sealed, byte[] commit) implements Written {}

  /** A schema file to write. */
  record Schema(StorageCommand.WriteSchema write) implements Written {}
}
