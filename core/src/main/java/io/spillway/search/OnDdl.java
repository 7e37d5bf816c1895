package io.spillway.search;

import java.io.Serializable;

/**
 * What becomes of a table's documents when a statement takes its rows away.
 *
 * @param truncate TRUNCATE TABLE. Rows that come afterwards would stand among documents of rows
 *     that are gone, so they are deleted by default
 * @param drop DROP TABLE. They are kept by default: a table that is brought back (RECOVER,
 *     FLASHBACK) has its rows again, and the stream doesn't send them
 */
public record OnDdl(Documents truncate, Documents drop) implements Serializable {
  public static final OnDdl DEFAULT = new OnDdl(Documents.DELETE, Documents.KEEP);

  /** Documents of rows that are gone. */
  public enum Documents {
    /** Those of the statement's version or an older one are deleted. */
    DELETE,
    /** They stay as they were. */
    KEEP
  }
}
