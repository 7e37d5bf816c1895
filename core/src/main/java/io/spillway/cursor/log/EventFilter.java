package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.Namespace;
import java.util.Optional;

/**
 * Which events of a log are wanted.
 *
 * @param fromMs the first moment, in ms since 1970
 * @param toMs the first moment that is too late: the window is half open
 * @param operation HARVEST, BACKFILL or UPDATE; empty for all
 * @param namespace its id; empty for all
 * @param sink storage or search; empty for both
 */
public record EventFilter(
    long fromMs,
    long toMs,
    Optional<String> operation,
    Optional<String> namespace,
    Optional<String> sink) {
  /** The whole log. */
  public static final EventFilter ALL =
      new EventFilter(
          Long.MIN_VALUE, Long.MAX_VALUE, Optional.empty(), Optional.empty(), Optional.empty());

  public boolean takes(CursorEvent event) {
    CursorKey cursor = event.cursor();
    return event.atMs() >= fromMs
        && event.atMs() < toMs
        && takes(cursor.namespace(), cursor.sink());
  }

  boolean takes(Namespace ofCursor, String itsSink) {
    return is(operation, ofCursor.operation()) && is(namespace, ofCursor.id()) && is(sink, itsSink);
  }

  private static boolean is(Optional<String> wanted, String found) {
    return wanted.isEmpty() || wanted.get().equals(found);
  }
}
