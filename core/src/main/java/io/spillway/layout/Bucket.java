package io.spillway.layout;

import io.spillway.event.TableId;
import java.io.IOException;
import java.util.Collection;

/** What already stands in the bucket, as far as a new writer must know it. */
public interface Bucket {
  /**
   * Whether the bucket had anything of the table when the table's database was first asked for.
   * Most tables of a new bucket are told apart by one listing.
   */
  boolean hasTable(TableId table) throws IOException;

  /** Versions of the table that have a schema file. */
  Collection<Long> schemaVersions(TableId table) throws IOException;

  /**
   * The highest file number in use, at least {@code atLeast}; 0 for none. Looks at the directory's
   * index file and probes behind it, for a data file whose index entry never came.
   */
  long lastNumber(DataDir dir, String dispatcher, long atLeast) throws IOException;
}
