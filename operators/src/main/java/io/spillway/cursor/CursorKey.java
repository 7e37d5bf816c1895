package io.spillway.cursor;

/**
 * Whose progress a cursor is. Two cursors with different keys never touch each other.
 *
 * @param operation HARVEST, BACKFILL or UPDATE
 * @param scope GLOBAL for all dispatchers together, EXPR for one
 * @param key the dispatcher's key; for GLOBAL empty, or the output where it isn't storage
 */
public record CursorKey(String operation, String scope, String key) {
  public static final String GLOBAL = "GLOBAL";
  public static final String EXPR = "EXPR";

  /** The key of Flink's keyed state: its form is frozen. */
  public String text() {
    return operation + "/" + scope + "/" + key;
  }
}
