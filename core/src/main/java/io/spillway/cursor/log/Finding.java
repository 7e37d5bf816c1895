package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;

/**
 * Something in a log that should be looked at.
 *
 * @param kind what
 * @param event where it was noticed
 * @param detail in words
 */
public record Finding(Kind kind, CursorEvent event, String detail) {
  /** What can be found. */
  public enum Kind {
    /** Events are missing. */
    GAP,

    /** The source no longer had what should have been read next. */
    LOST,

    /** An event's number was there before, without a restore that would explain it. */
    OVERLAP,

    /** A job went on from an older point than the log had already told, or from nothing. */
    REWIND,

    /** An event doesn't begin where the one before it ended. */
    BROKEN,

    /** An event moves the value back. */
    REGRESS,

    /** Rows were unaccounted for at a checkpoint. */
    UNBALANCED
  }
}
