package io.spillway.tools.verify;

import java.util.Collection;

/** Judges the numbers of a series and its index file, and says which files a reader may read. */
final class SeriesCheck {
  private final FaultLog faults;
  private final boolean live;

  SeriesCheck(FaultLog faults, boolean live) {
    this.faults = faults;
    this.live = live;
  }

  /**
   * The files to read, by number: those that the index covers in a live bucket, else all. Whether a
   * live bucket's later files are complete can't be said at any instant.
   */
  Collection<Series.Member> readable(Series series) {
    long covered = series.covered().orElse(0);
    var judged = live ? series.files().headMap(covered, true) : series.files();
    index(series, covered);
    // What is named but missing is the index file's fault, not a hole.
    long top = judged.isEmpty() ? 0 : judged.lastKey();
    long expected = 1;
    for (long number : judged.keySet()) {
      if (number != expected) {
        faults.add(FaultKind.NUMBER_GAP, dir(series), "%d of 1..%d".formatted(expected, top));
        break;
      }
      expected++;
    }
    return judged.values();
  }

  /** How many files the index doesn't cover. */
  static long uncovered(Series series) {
    return series.files().tailMap(series.covered().orElse(0), false).size();
  }

  private void index(Series series, long covered) {
    if (series.isIndexBroken()) {
      return;
    }
    long uncovered = uncovered(series);
    if (series.covered().isEmpty()) {
      if (!live) {
        faults.add(FaultKind.INDEX_MISSING, dir(series), uncovered + " files");
      }
      return;
    }
    if (!series.files().containsKey(covered)) {
      faults.add(FaultKind.INDEX_DANGLING, dir(series), "names number " + covered);
    }
    if (!live && uncovered > 0) {
      faults.add(
          FaultKind.INDEX_BEHIND,
          dir(series),
          "%d files beyond number %d".formatted(uncovered, covered));
    }
  }

  private static String dir(Series series) {
    String who = series.index().dispatcher();
    return series.index().dir().path() + (who.isEmpty() ? "" : " (dispatcher " + who + ")");
  }
}
