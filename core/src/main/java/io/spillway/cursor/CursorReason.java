package io.spillway.cursor;

/** Why an event stands in the log. */
public enum CursorReason {
  /** The value has moved forward. */
  ADVANCED("advanced"),

  /** Work was acknowledged that the value covers already. */
  NO_FORWARD("no-forward"),

  /** The job goes on from a checkpoint: the value is the one that was saved in it. */
  RESTORED("restored"),

  /**
   * As {@link #RESTORED}, from an older point than the log had told already, or from nothing: what
   * the log has behind that point happens again.
   */
  REWIND("rewind"),

  /** The source no longer had what should have been read next. */
  GAP("gap"),

  /** Where all rows were at a checkpoint; the value stays. */
  BALANCE("balance"),

  /** A bulk controller of the search sink has changed its mode; the value stays. */
  MODE("mode");

  private final String word;

  CursorReason(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** Throws IllegalArgumentException on any other word. */
  public static CursorReason of(String word) {
    for (CursorReason reason : values()) {
      if (reason.word.equals(word)) {
        return reason;
      }
    }
    throw new IllegalArgumentException("not a reason: " + word);
  }
}
