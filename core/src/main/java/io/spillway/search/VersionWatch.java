package io.spillway.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells replays from versions of somebody else. A document is often refused for an older version
 * than the index has: the same change was stored before. But where the index goes on having
 * versions above everything that has come, they aren't of this stream, whose changes are then all
 * lost on it: another cluster has written there, or this one was restored from a backup.
 */
final class VersionWatch {
  /** Replays after a restart have caught up with what they have written by then. */
  private static final long PATIENCE_MS = 60_000;

  private final Map<String, Ahead> ahead = new HashMap<>();
  private long newest = Long.MIN_VALUE;
  private int indices;

  private static final class Ahead {
    final long sinceMs;
    long version;
    long documents;
    boolean reported;

    Ahead(long sinceMs) {
      this.sinceMs = sinceMs;
    }
  }

  /** A change came with this commit timestamp. */
  void came(long commitTs) {
    newest = Math.max(newest, commitTs);
  }

  /** An index has a newer version of a document than the one that was sent. */
  void refused(String index, long version, long nowMs) {
    if (version > newest) {
      Ahead of = ahead.computeIfAbsent(index, name -> new Ahead(nowMs));
      of.version = Math.max(of.version, version);
      of.documents++;
    }
  }

  /** How many indices have been reported. */
  int indices() {
    return indices;
  }

  /**
   * What is to be reported now, once for each index.
   *
   * @param ended whether nothing more will come
   */
  List<String> due(long nowMs, boolean ended) {
    List<String> lines = new ArrayList<>();
    ahead.values().removeIf(of -> !of.reported && of.version <= newest);
    for (Map.Entry<String, Ahead> entry : ahead.entrySet()) {
      Ahead of = entry.getValue();
      if (!of.reported && (ended || nowMs - of.sinceMs >= PATIENCE_MS)) {
        of.reported = true;
        indices++;
        lines.add(
            "index %s has versions up to %d, and this stream has come to %d: %d changes were taken for"
                    .formatted(entry.getKey(), of.version, newest, of.documents)
                + " older than what is there. Somebody else writes to it, or the stream's clock was"
                + " set back");
      }
    }
    return lines;
  }
}
