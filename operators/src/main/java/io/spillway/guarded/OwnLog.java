package io.spillway.guarded;

import io.spillway.policy.EventType;

/** The job's own records that Flink's connectors write. */
public enum OwnLog {
  CURSOR_EVENTS(EventType.CURSOR_EVENT, EventType.CURSOR_COMMIT, "cursor events"),
  DEAD_LETTERS(EventType.LETTER_WRITE, EventType.LETTER_COMMIT, "dead letters");

  private final EventType write;
  private final EventType commit;
  private final String words;

  OwnLog(EventType write, EventType commit, String words) {
    this.write = write;
    this.commit = commit;
    this.words = words;
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
