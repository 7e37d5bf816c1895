package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a log with the cursors of a savepoint or checkpoint. The log may have gone on since: of
 * each cursor the event is compared that was the newest when the state was saved. Events are given
 * in the order of the log, from its beginning.
 */
public final class Comparison {
  private static final String NOTHING = "nothing";

  private final long checkpointId;
  private final Map<CursorKey, CursorState> saved;
  private final Map<CursorKey, CursorEvent> sameAge = new HashMap<>();
  private final Map<CursorKey, CursorEvent> unknown = new HashMap<>();

  /**
   * @param checkpointId whose state it is
   * @param saved the cursors in it
   */
  public Comparison(long checkpointId, Map<CursorKey, CursorState> saved) {
    this.checkpointId = checkpointId;
    this.saved = Map.copyOf(saved);
  }

  public void accept(CursorEvent event) {
    CursorState state = saved.get(event.cursor());
    if (state == null) {
      // what is acknowledged for a checkpoint comes after its state was saved
      if (event.work().checkpointId() < checkpointId) {
        unknown.put(event.cursor(), event);
      }
    } else if (event.step().seq() == state.seq()) {
      sameAge.put(event.cursor(), event);
    }
  }

  /** In the order of {@link CursorKey#text()}; empty where both say the same. */
  public List<Difference> differences() {
    Map<String, Difference> differences = new TreeMap<>();
    saved.forEach(
        (cursor, state) -> {
          CursorEvent event = sameAge.get(cursor);
          String logged = event == null ? NOTHING : String.valueOf(event.step().value());
          if (!logged.equals(String.valueOf(state.value()))) {
            differences.put(
                cursor.text(),
                new Difference(cursor, state.seq(), logged, String.valueOf(state.value())));
          }
        });
    unknown.forEach(
        (cursor, event) ->
            differences.put(
                cursor.text(),
                new Difference(cursor, 0, String.valueOf(event.step().value()), NOTHING)));
    return new ArrayList<>(differences.values());
  }
}
