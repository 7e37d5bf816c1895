package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rebuilds the cursors from their events, given in the order of the log. An event tells the value
 * behind it, so the newest of a cursor is its state: also where a job was set back to an older
 * checkpoint.
 */
public final class Replay {
  private final Map<CursorKey, CursorEvent> newest = new HashMap<>();
  private long events;

  public void accept(CursorEvent event) {
    newest.put(event.cursor(), event);
    events++;
  }

  /** How many events were taken. */
  public long events() {
    return events;
  }

  /** The newest event of each cursor, in the order of {@link CursorKey#text()}. */
  public Collection<CursorEvent> cursors() {
    Map<String, CursorEvent> sorted = new TreeMap<>();
    newest.values().forEach(event -> sorted.put(event.cursor().text(), event));
    return sorted.values();
  }
}
