package io.spillway.policy;

import java.util.Locale;

/** Everything that can be wrong anywhere in the job. */
public enum ErrorKind {
  /** No answer in time. */
  TIMEOUT,
  /** No connection, or one that broke. */
  CONNECTION,
  /** A right, a file or a place is missing. */
  CONFIGURATION,
  /** Any other failure of reading or writing. */
  IO,
  /** There is something else at this place, or it is there in a newer version. */
  CONFLICT,
  /** What was written is not to be found any more. */
  LOST,
  /** A message or document without content. */
  EMPTY,
  MALFORMED,
  INVALID,
  TOO_LARGE,
  /** A time that has not come yet, by more than clocks differ. */
  AHEAD,
  NO_ID,
  NO_INDEX,
  BAD_VALUE,
  /** A row that came after its time. */
  LATE,
  /** Something has waited for too long. */
  STUCK,
  /** No room left. */
  FULL,
  /** The engine's queue is full. */
  REJECTED,
  UNAVAILABLE,
  /** Out of memory for this, by the engine's own word. */
  BREAKER,
  /** Closed for writing for now. */
  BLOCKED,
  /** It will never be taken. */
  REFUSED,
  /** Not there, and it needn't be. */
  GONE,
  /** The connection breaks on this document while others pass. */
  CUT,
  /** So many of one kind that it isn't the documents' fault. */
  FLOOD,
  /** A value that would go backwards. */
  NO_FORWARD,
  /** An older version after a newer one. */
  ROLLBACK,
  /** Not refreshed for too long. */
  STALE,
  /** What came in isn't what went out. */
  UNBALANCED,
  /** Nothing is known about it. */
  UNKNOWN;

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

  public String word() {
    return word;
  }

  /** Of a failure of reading or writing. */
  public static ErrorKind ofIo(Throwable failure) {
    return switch (FailureTrait.of(failure)) {
      case TIMEOUT -> TIMEOUT;
      case CONNECTION -> CONNECTION;
      case CONFIGURATION -> CONFIGURATION;
      default -> IO;
    };
  }
}
