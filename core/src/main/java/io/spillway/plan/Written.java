package io.spillway.plan;

import io.spillway.event.ReadCounts;
import io.spillway.layout.DataFile;

/** What a writer has ready at a barrier. */
public sealed interface Written {

  /**
   * A data file, complete but not visible yet.
   *
   * @param sealed what it is
   * @param content where its bytes are
   * @param checksum CRC-32C of its bytes, 0..2^32-1; {@link #NO_CHECKSUM} in state of 0.1.0
   */
  record Data(SealedFile sealed, Content content, long checksum) implements Written {
    public static final long NO_CHECKSUM = -1;

    /** One that has been uploaded, and whose bytes nobody has summed up. */
    public Data(SealedFile sealed, byte[] commit) {
      this(sealed, new Uploaded(commit), NO_CHECKSUM);
    }
  }

  /** Where the bytes of a data file are until it is made visible. */
  sealed interface Content {}

  /**
   * In the storage, where readers don't look.
   *
   * @param commit the file system's own means to make the file visible, serialized
   */
  record Uploaded(byte[] commit) implements Content {}

  /**
   * Here: they are written under the file's name when it is made visible, and a repeated commit
   * writes the same bytes again.
   *
   * @param bytes all of the file; not changed any more
   */
  record Inline(byte[] bytes) implements Content {}

  /**
   * Counts for the balance.
   *
   * @param read rows read since the last barrier
   * @param spooled rows that wait in this writer's spool
   */
  record Counted(ReadCounts read, long spooled) implements Written {}

  /** Schema files that this barrier must bring, see {@link StorageCommand.SchemasDue}. */
  record SchemasDue(long files) implements Written {}

  /**
   * Rows that were read again and dropped since the last barrier, see {@link
   * StorageCommand.AlreadyDelivered}.
   */
  record AlreadyDelivered(long rows, long newestCommitTs) implements Written {}

  /**
   * A data file that an earlier run has made visible; the index file must cover it.
   *
   * @param newest the last one of its directory and dispatcher
   */
  record Found(DataFile newest) implements Written {}

  /** A schema file to write. */
  record Schema(StorageCommand.WriteSchema write) implements Written {}
}
