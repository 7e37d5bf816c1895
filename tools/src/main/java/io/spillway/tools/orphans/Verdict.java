package io.spillway.tools.orphans;

import java.util.Set;

/** What may become of something unfinished. */
enum Verdict {
  /** A checkpoint or savepoint that is kept would complete it. */
  NEEDED,
  /** It may belong to a job that runs and to a checkpoint that is not complete yet. */
  YOUNG,
  ORPHAN;

  /**
   * Judges.
   *
   * @param needed tokens that stand in what is kept
   * @param nowMs ms since 1970
   * @param leastAgeMs what is younger is left alone
   */
  static Verdict of(Unfinished thing, Set<String> needed, long nowMs, long leastAgeMs) {
    if (needed.contains(thing.token())) {
      return NEEDED;
    }
    return nowMs - thing.sinceMs() < leastAgeMs ? YOUNG : ORPHAN;
  }
}
