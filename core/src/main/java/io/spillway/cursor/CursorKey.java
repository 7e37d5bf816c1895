package io.spillway.cursor;

import java.io.Serializable;

/**
 * Whose progress a cursor is. Two cursors with different keys never touch each other.
 *
 * @param namespace the operation and which of its kind
 * @param sink the output that acknowledges
 * @param scope GLOBAL for all dispatchers together, EXPR for one
 * @param key the dispatcher's key; for GLOBAL empty
 */
public record CursorKey(Namespace namespace, String sink, String scope, String key)
    implements Serializable {
  public static final String GLOBAL = "GLOBAL";
  public static final String EXPR = "EXPR";
  public static final String STORAGE = "storage";
  public static final String SEARCH = "search";

  /** The progress of a sink as a whole. */
  public static CursorKey global(Namespace namespace, String sink) {
    return new CursorKey(namespace, sink, GLOBAL, "");
  }

  /**
   * The key of Flink's keyed state, as {@code HARVEST/GLOBAL/}, {@code HARVEST/EXPR/shop.orders},
   * {@code HARVEST/GLOBAL/search} or {@code BACKFILL:plan-7/EXPR/shop.orders}: its form is frozen.
   * The storage sink's name is left out.
   */
  public String text() {
    String tail = key;
    if (!sink.equals(STORAGE)) {
      tail = key.isEmpty() ? sink : sink + "/" + key;
    }
    return namespace.text() + "/" + scope + "/" + tail;
  }

  /** Reads {@link #text()} back. Throws IllegalArgumentException on anything else. */
  public static CursorKey parse(String text) {
    String[] parts = text.split("/", 3);
    if (parts.length < 3 || !(parts[1].equals(GLOBAL) || parts[1].equals(EXPR))) {
      throw new IllegalArgumentException("not a cursor: " + text);
    }
    Namespace namespace = Namespace.parse(parts[0]);
    if (parts[1].equals(GLOBAL)) {
      return global(namespace, parts[2].isEmpty() ? STORAGE : parts[2]);
    }
    // a dispatcher has no slash: a name with one has no place in the layout
    int slash = parts[2].indexOf('/');
    return slash < 0
        ? new CursorKey(namespace, STORAGE, EXPR, parts[2])
        : new CursorKey(
            namespace, parts[2].substring(0, slash), EXPR, parts[2].substring(slash + 1));
  }
}
