package io.spillway.tables;

/** What a row change does to a table. */
public enum RowKind {
  INSERT,
  UPDATE,
  DELETE
}
