package io.spillway.job.flow;

import java.util.List;

/**
 * Uids of all operators. They are names in every savepoint: a change here is a change of state.
 * Those inside the storage sink are made by Flink from {@link #STORAGE} and the sink's own.
 */
final class Uids {
  static final String SPOOL = "spool";
  static final String STORAGE = "storage";
  static final String ACKS = "acks";
  static final String CURSOR = "cursor";
  static final String CURSOR_EVENTS = "cursor-events";
  static final String DEAD_LETTERS = "dead-letters";

  private Uids() {}

  static String source(int index) {
    return "source-" + index;
  }

  static String decode(int index) {
    return "decode-" + index;
  }

  /** For the test that pins them. */
  static List<String> fixed() {
    return List.of(SPOOL, STORAGE, ACKS, CURSOR, CURSOR_EVENTS, DEAD_LETTERS);
  }
}
