package io.spillway.tools.verify;

/** What can be wrong with a bucket. */
public enum FaultKind {
  METADATA_MISSING("no root file 'metadata'"),
  METADATA_CONTENT("root file 'metadata' is not {\"checkpoint-ts\":<number>}"),

  SCHEMA_MISSING("rows of a table version that has no schema file"),
  SCHEMA_CONTENT("schema file that can't be read"),
  SCHEMA_CHECKSUM("schema file whose name has another checksum than its columns"),
  SCHEMA_VERSION("schema file whose name has another version than its content"),
  SCHEMA_TABLE("schema file of another table than its path"),
  SCHEMA_BYTES("schema file that isn't in the canonical form, byte for byte"),

  INDEX_MISSING("data files without an index file: no reader sees them"),
  INDEX_CONTENT("index file that names no data file of its own"),
  INDEX_DANGLING("index file that names a data file that isn't there"),
  INDEX_BEHIND("data files beyond the index file: no reader sees them"),

  NUMBER_GAP("data file numbers that don't run from 1 without a hole"),
  NUMBER_TWICE("two data files with one number"),

  FILE_VANISHED("data file that was listed and then wasn't there"),
  FILE_END("data file that doesn't end with a line end"),

  ROW_CONTENT("line that isn't a row: a canal-json object with type, data and commitTs"),
  ROW_CONTROL("DDL or control message among rows"),
  ROW_TABLE("row of another table than its path"),
  ROW_ORDER("row older than the one before it, in one directory and dispatcher"),
  ROW_BEFORE_VERSION("row that isn't newer than its table version"),
  ROW_AFTER_DDL("row newer than the next DDL of its table: a DDL overtook it");

  private final String meaning;

  FaultKind(String meaning) {
    this.meaning = meaning;
  }

  public String meaning() {
    return meaning;
  }
}
