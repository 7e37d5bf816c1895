package io.spillway.search;

import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.SinkName;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rows wait because settings say so. They wait until the buffer is at its end, twice its
 * size: no barrier and no settings could come in any more then, so rows are written although they
 * are paused until the buffer is down to its size. The end of the input ends every pause. Pure; not
 * thread-safe.
 */
final class Pause {
  private final long softBytes;
  private final Map<String, Boolean> judged = new HashMap<>();
  private ControlChange control;
  private boolean whole;
  private boolean tables;
  private boolean relieving;
  private boolean ended;

  /**
   * @param softBytes the buffer's size
   */
  Pause(long softBytes) {
    this.softBytes = softBytes;
  }

  /** New settings, or the same again after a restart. */
  void control(ControlChange change) {
    control = change;
    whole = change.pauses(SinkName.SEARCH);
    tables = !whole && !change.paused().isEmpty();
    judged.clear();
  }

  /** The settings that count; null for none. */
  ControlChange control() {
    return control;
  }

  /** The input has ended: nothing waits any more. */
  void end() {
    ended = true;
  }

  /**
   * Begins and ends the relief of a buffer at its end.
   *
   * @param bytes in the buffer
   * @return whether that has changed
   */
  boolean relieve(long bytes) {
    boolean before = relieving;
    relieving = (whole || tables) && bytes >= (relieving ? softBytes : 2 * softBytes);
    return relieving != before;
  }

  boolean relieving() {
    return relieving;
  }

  /** Whether nothing is sent at all. */
  boolean isWhole() {
    return whole && !relieving && !ended;
  }

  /** Whether a row waits while others may go. */
  boolean holds(SearchRow row) {
    return holdsTable(row.dispatcher());
  }

  /**
   * The same for all rows of a table.
   *
   * @param dispatcher key of the unit of order
   */
  boolean holdsTable(String dispatcher) {
    return tables && !relieving && !ended && isPaused(dispatcher);
  }

  private boolean isPaused(String dispatcher) {
    Boolean known = judged.get(dispatcher);
    if (known == null) {
      known = control.pauses(SinkName.SEARCH, DispatcherId.parse(dispatcher).table());
      judged.put(dispatcher, known);
    }
    return known;
  }
}
