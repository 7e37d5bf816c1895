package io.spillway.search;

import io.spillway.search.DeadDocument.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The lines that name each parked index, once a minute. Pure. */
final class ParkedReport {
  static final long REPEAT_MS = 60_000;

  /** A block that is over at once is no news. */
  static final long FIRST_MS = 1_000;

  /** More lines at a time than this would hide everything else. */
  private static final int MOST = 20;

  private ParkedReport() {}

  /** One line for each index whose turn it is; each line is due again after a minute. */
  static List<String> due(ParkedIndices parked, long nowMs) {
    List<String> lines = new ArrayList<>();
    int more = 0;
    for (Lane lane : parked.lanes()) {
      Trouble trouble = lane.trouble;
      boolean due =
          trouble.reportedMs < 0
              ? nowMs - trouble.sinceMs >= FIRST_MS
              : nowMs - trouble.reportedMs >= REPEAT_MS;
      if (due) {
        trouble.reportedMs = nowMs;
        if (lines.size() < MOST) {
          lines.add(line(lane));
        } else {
          more++;
        }
      }
    }
    if (more > 0) {
      lines.add(more + " more indices refuse documents");
    }
    return lines;
  }

  private static String line(Lane lane) {
    Trouble trouble = lane.trouble;
    Failure failure = trouble.failure;
    String what =
        trouble.passes
            ? "the engine refuses a part of the documents"
            : "the engine refuses every document";
    return ("index %s (table %s): %s: %s%s: %s; %,d rows are held since %s and tried one at a time,"
            + " other indices go on")
        .formatted(
            lane.index,
            lane.table,
            what,
            failure.status() == 0 ? "" : failure.status() + " ",
            failure.type(),
            failure.reason(),
            lane.documents,
            Instant.ofEpochMilli(trouble.sinceMs));
  }

  /** What is said when an index takes documents again, if its trouble was told. */
  static String over(Lane lane, long nowMs) {
    return "index %s (table %s): takes documents again after %d s"
        .formatted(lane.index, lane.table, (nowMs - lane.trouble.sinceMs) / 1000);
  }
}
