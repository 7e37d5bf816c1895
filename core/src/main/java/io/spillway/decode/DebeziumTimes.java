package io.spillway.decode;

import io.spillway.event.CommitTs;

/** When a change was made, as far as its message tells. */
final class DebeziumTimes {
  /** No statement is shorter than 2^6 bytes in MySQL's log. */
  private static final int POSITION_BITS = 6;

  private static final long LOGICAL_MASK = (1L << CommitTs.LOGICAL_BITS) - 1;

  private String refusal;

  /**
   * The commit timestamp: TiCDC's, else the first time that is there; or -1.
   *
   * @param timestampMs the message's own time, or -1
   */
  long commitTs(DebeziumMessage message, long timestampMs) {
    if (message.commitTs > 0) {
      return message.commitTs;
    }
    long millis = message.sourceTsMs > 0 ? message.sourceTsMs : message.tsMs;
    millis = millis > 0 ? millis : timestampMs;
    if (millis > CommitTs.MAX_MILLIS) {
      refusal = "is no time in ms";
      return -1;
    } else if (millis <= 0) {
      refusal = "is missing, and there is no other time";
      return -1;
    }
    return CommitTs.ofMillis(millis);
  }

  /** Why there was no timestamp the last time that there was none. */
  String refusal() {
    return refusal;
  }

  /**
   * A statement's timestamp. Where it is only a time, the position in the source's log orders the
   * statements of one millisecond, and what is sent again has the same. Those of a snapshot share a
   * position; their offsets differ.
   */
  static long ofStatement(long commitTs, DebeziumMessage message, long offset) {
    if (CommitTs.isOfOracle(commitTs)) {
      return commitTs;
    }
    boolean logged = message.pos > 0 && !message.isOfSnapshot();
    return commitTs | (logged ? message.pos >> POSITION_BITS : offset) & LOGICAL_MASK;
  }
}
