package io.spillway.tools.verify;

/** A row of a data file, as far as checks need it. One instance reads row after row. */
interface FileRow {
  /** Whether this is a DDL, a watermark or anything else that isn't a row. */
  boolean isControl();

  String type();

  String database();

  String table();

  /** When it was committed; -1 where files don't have it. */
  long commitTs();

  /** Whether copies of it can be told from other rows. */
  boolean hasKey();

  /** Hash of commitTs, type and the values of the primary key. */
  long hash();
}
