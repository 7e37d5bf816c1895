package io.spillway.search.document;

/** A row that can't become a document; it goes to the dead letters. It has no stack trace. */
public final class RefusedRowException extends Exception {
  private static final long serialVersionUID = 1;

  /** Why; the names are part of the dead-letter format. */
  public enum Kind {
    /** Not a row in canal-json. */
    MALFORMED,
    /** No primary key, a key column that is missing or null, or a too long id. */
    NO_ID,
    /** The index name needs a column that is missing or null. */
    NO_INDEX,
    /** A value isn't what its type says, or can't be written as JSON. */
    BAD_VALUE,
    /** Longer than a document may be. */
    TOO_LARGE,
    /** A fault of this project: nobody foresaw such a row. */
    UNKNOWN
  }

  private final Kind kind;

  RefusedRowException(Kind kind, String reason) {
    super(reason, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
