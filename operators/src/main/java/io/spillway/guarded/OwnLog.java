package io.spillway.guarded;

import io.spillway.policy.EventType;

/** The job's own records that Flink's connectors write. */
public enum OwnLog {
  CURSOR_EVENTS(
      EventType.CURSOR_REACH, EventType.CURSOR_EVENT, EventType.CURSOR_COMMIT, "cursor events"),
  DEAD_LETTERS(
      EventType.LETTER_REACH, EventType.LETTER_WRITE, EventType.LETTER_COMMIT, "dead letters");

  private final EventType reach;
  private final EventType write;
  private final EventType commit;
  private final String words;

  OwnLog(EventType reach, EventType write, EventType commit, String words) {
    this.reach = reach;
    this.write = write;
    this.commit = commit;
    this.words = words;
  }

  /** Of what the records are written to. */
  EventType reach() {
    return reach;
  }

  EventType write() {
    return write;
  }

  EventType commit() {
    return commit;
  }

  String words() {
    return words;
  }
}
