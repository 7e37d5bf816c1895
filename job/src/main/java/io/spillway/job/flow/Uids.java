package io.spillway.job.flow;

import io.spillway.cursor.Namespace;
import java.util.List;

/**
 * Uids of all operators. They are names in every savepoint: a change here is a change of state.
 * Those inside a sink are made by Flink from {@link #STORAGE} or {@link #SEARCH} and the sink's
 * own.
 */
final class Uids {
  static final String CONTROL = "control";
  static final String SPOOL = "spool";
  static final String STORAGE = "storage";
  static final String SEARCH = "search";
  static final String SEARCH_ACKS = "search-acks";
  static final String SEARCH_CURSOR = "search-cursor";
  static final String SEARCH_CURSOR_EVENTS = "search-cursor-events";
  static final String SEARCH_LETTERS = "search-dead-letters";
  static final String ACKS = "acks";
  static final String CURSOR = "cursor";
  static final String CURSOR_EVENTS = "cursor-events";
  static final String DEAD_LETTERS = "dead-letters";

  private Uids() {}

  /** The same operator of another namespace. */
  static String of(Namespace namespace, String uid) {
    return namespace.isHarvest() ? uid : namespace.label() + "." + uid;
  }

  static String structure(Namespace namespace, int index) {
    return of(namespace, "structure-" + index);
  }

  static String source(int index) {
    return "source-" + index;
  }

  static String decode(int index) {
    return "decode-" + index;
  }

  static String searchRows(int index) {
    return "search-rows-" + index;
  }

  /** For the test that pins them. */
  static List<String> fixed() {
    return List.of(
        CONTROL,
        SPOOL,
        STORAGE,
        SEARCH_LETTERS,
        SEARCH,
        SEARCH_ACKS,
        SEARCH_CURSOR,
        SEARCH_CURSOR_EVENTS,
        ACKS,
        CURSOR,
        CURSOR_EVENTS,
        DEAD_LETTERS);
  }
}
