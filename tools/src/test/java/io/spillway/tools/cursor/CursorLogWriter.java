package io.spillway.tools.cursor;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.Work;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a log such as a job with many dispatchers leaves: for measurements. */
public final class CursorLogWriter {
  private static final int CURSORS = 1_000;
  private static final int EVENTS_PER_FILE = 5_000;
  private static final long FIRST_MS = 1_700_000_000_000L;

  private final CursorEventJson json = new CursorEventJson();
  private final CursorState[] states = new CursorState[CURSORS];

  /** Writes files of 5,000 events; every cursor in turn has one a second. */
  public void write(Path folder, long events) throws IOException {
    for (int i = 0; i < CURSORS; i++) {
      states[i] = CursorState.none(CursorKind.TIME);
    }
    for (long first = 0; first < events; first += EVENTS_PER_FILE) {
      Path file = folder.resolve("cursor-events-bench-" + first / EVENTS_PER_FILE + ".ndjson");
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
        for (long i = first; i < Math.min(events, first + EVENTS_PER_FILE); i++) {
          json.write(event(i), out);
        }
      }
    }
  }

  private CursorEvent event(long index) {
    int which = (int) (index % CURSORS);
    long round = index / CURSORS + 1;
    long atMs = FIRST_MS + round * 1000;
    String commitTs = Long.toString(atMs << 18);
    CursorStep step = states[which].acknowledge(commitTs, round);
    states[which] = states[which].after(step, round);
    FlushAck.Rows rows = new FlushAck.Rows(1000, 500_000, (atMs - 999) << 18, atMs << 18);
    String path = "shop/t" + which + "/449/2026-01-31/CDC" + round + ".json";
    return new CursorEvent(
        new CursorKey(Namespace.HARVEST, CursorKey.STORAGE, CursorKey.EXPR, "shop.t" + which),
        step,
        new Work.Written(round, new FlushAck.File(path, round, 449, "size", rows)),
        new CursorEvent.Origin("bench", "00000000000000000000000000000000", 0),
        atMs);
  }
}
