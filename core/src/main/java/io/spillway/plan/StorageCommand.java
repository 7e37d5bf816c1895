package io.spillway.plan;

import io.spillway.event.ReadCounts;
import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.schema.SchemaFile;
import java.util.List;

/** What the spool hands to the storage sink. The parts of a file follow each other directly. */
public sealed interface StorageCommand {

  /**
   * The next bytes of the file at {@code file}; the first part opens it.
   *
   * @param bytes holds the part at {@code offset}, {@code length} of it; not changed any more
   */
  record Part(DataFile file, byte[] bytes, int offset, int length) implements StorageCommand {}

  /** All parts of this file have been handed over. */
  record Seal(SealedFile file) implements StorageCommand {}

  /**
   * Counts for the balance.
   *
   * @param read rows read that nobody has counted yet
   * @param spooled rows that wait at the barrier that follows; 0 where this is not said
   */
  record Counted(ReadCounts read, long spooled) implements StorageCommand {}

  /**
   * So many schema files that statements have made go out before the barrier that follows, from
   * this subtask and all others.
   */
  record SchemasDue(long files) implements StorageCommand {}

  /**
   * A barrier follows directly.
   *
   * @param checkpointId its checkpoint
   * @param completedId the newest checkpoint that is known to be complete; 0 for none
   */
  record Barrier(long checkpointId, long completedId) implements StorageCommand {}

  /**
   * Rows that were read again and dropped, since they stand in the bucket.
   *
   * @param newestCommitTs that of the newest of them
   */
  record AlreadyDelivered(long rows, long newestCommitTs) implements StorageCommand {}

  /**
   * A data file that stands in the bucket already, as the last one of its directory and dispatcher:
   * the index file must cover it.
   */
  record Found(DataFile newest) implements StorageCommand {}

  /**
   * A schema file to be written.
   *
   * @param file its content
   * @param drained tables whose rows up to the file's version must be readable before it is; a
   *     database's own identity stands for all of its tables
   */
  record WriteSchema(SchemaFile file, List<TableId> drained) implements StorageCommand {
    public WriteSchema {
      drained = List.copyOf(drained);
    }
  }
}
