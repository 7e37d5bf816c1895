package io.spillway.job.flow;

import io.spillway.cursor.Namespace;
import io.spillway.job.start.StateUids;
import java.util.List;

/**
 * Uids of all operators. They are names in every savepoint: a change here is a change of state.
 * Those inside a sink are made by Flink from {@link #STORAGE} or {@link #SEARCH} and the sink's
 * own. The number of a source is its place in the list where the job starts from nothing; it stays
 * with the source wherever that stands later.
 */
final class Uids {
  static final String CONTROL = "control";
  static final String SPOOL = "spool";
  static final String STORAGE = "storage";
  static final String SEARCH = "search";
  static final String SEARCH_CONTROL = "search-control";
  static final String SEARCH_ACKS = "search-acks";
  static final String SEARCH_DDL_EFFECTS = "search-ddl-effects";
  static final String SEARCH_CURSOR = "search-cursor";
  static final String SEARCH_CURSOR_EVENTS = "search-cursor-events";
  static final String SEARCH_CURSOR_VALUES = "search-cursor-values";
  static final String SEARCH_LETTERS = "search-dead-letters";
  static final String ACKS = "acks";
  static final String CURSOR = "cursor";
  static final String CURSOR_EVENTS = "cursor-events";
  static final String CURSOR_VALUES = "cursor-values";
  static final String DEAD_LETTERS = "dead-letters";

  private Uids() {}

  /** Those of one sink's cursors. */
  record OfCursors(String cursor, String events, String values) {
    /** Inside the storage sink, which begins the cursor operator's uid with its own. */
    static OfCursors storage(Namespace namespace) {
      return new OfCursors(CURSOR, of(namespace, CURSOR_EVENTS), of(namespace, CURSOR_VALUES));
    }

    static OfCursors search(Namespace namespace) {
      return new OfCursors(
          of(namespace, SEARCH_CURSOR),
          of(namespace, SEARCH_CURSOR_EVENTS),
          of(namespace, SEARCH_CURSOR_VALUES));
    }
  }

  /** The same operator of another namespace. */
  static String of(Namespace namespace, String uid) {
    return StateUids.of(namespace, uid);
  }

  static String structure(Namespace namespace, int number) {
    return of(namespace, "structure-" + number);
  }

  static String source(int number) {
    return StateUids.source(number);
  }

  static String decode(int number) {
    return StateUids.decode(number);
  }

  /** Sources belong to one namespace each. */
  static String gaps(String sink, int number) {
    return sink + "-gaps-" + number;
  }

  static String searchRows(int number) {
    return "search-rows-" + number;
  }

  static String searchDdls(int number) {
    return "search-ddls-" + number;
  }

  static String searchReplays(int number) {
    return "search-replays-" + number;
  }

  /** For the test that pins them. */
  static List<String> fixed() {
    return List.of(
        CONTROL,
        SPOOL,
        STORAGE,
        SEARCH_LETTERS,
        SEARCH,
        SEARCH_CONTROL,
        SEARCH_ACKS,
        SEARCH_DDL_EFFECTS,
        SEARCH_CURSOR,
        SEARCH_CURSOR_EVENTS,
        SEARCH_CURSOR_VALUES,
        ACKS,
        CURSOR,
        CURSOR_EVENTS,
        CURSOR_VALUES,
        DEAD_LETTERS);
  }
}
