package io.spillway.layout;

import io.spillway.event.TableId;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What already stands in the bucket, as far as a new writer must know it. */
public interface Bucket {
  /**
   * Whether the bucket had anything of the table when the table's database was first asked for.
   * Most tables of a new bucket are told apart by one listing.
   */
  boolean hasTable(TableId table) throws IOException;

  /** Versions of the table that have a schema file. */
  Collection<Long> schemaVersions(TableId table) throws IOException;

  /** The columns of the schema file that the table has of this version; empty for none. */
  Optional<TableStructure> structure(TableId table, long version) throws IOException;

  /**
   * The highest file number in use, at least {@code atLeast}; 0 for none. Looks at the directory's
   * index file and probes behind it, for a data file whose index entry never came.
   */
  long lastNumber(DataDir dir, String dispatcher, long atLeast) throws IOException;

  /**
   * Ends what the plan that was begun last has begun for a dispatcher: data files for which a step
   * of another job may still be on its way are made visible, so that it can only put what is there.
   */
  void endBegun(TableId table, String dispatcher) throws IOException;

  /**
   * The data files that a dispatcher has in a table's directories, of all versions and dates, also
   * those that no index file covers yet; those of one directory in the order of their numbers.
   */
  List<DataFile> dataFiles(TableId table, String dispatcher) throws IOException;

  /**
   * Whether anything has been delivered to the bucket by this pipeline's operation. Asked where no
   * plan is noted.
   */
  boolean isUsed() throws IOException;

  /** The newest plan that has been begun; empty where nobody has noted one. */
  Optional<BegunPlan> begun() throws IOException;

  /** A data file's content; the caller closes it. */
  InputStream open(DataFile file) throws IOException;
}
