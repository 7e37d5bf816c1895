package io.spillway.search;

/**
 * Decides whether congested answers are the engine's, so that the controller counts them, or one
 * index's own. Congestion that more than half of the indices have met that were answered lately is
 * the engine's. Of fewer, the first answer is stashed: if the index's next one passes, it was the
 * engine's after all; if that is congested too, it is the index's. Pure; not thread-safe.
 */
final class CongestionScope {
  static final long WINDOW_MS = 10_000;
  private static final int LASTING = 2;

  private int errors;
  private int rejected;

  /**
   * One index's part of an answer, as its lane has counted it.
   *
   * @return whether the congestion is the index's own, and lasts
   */
  boolean isOwn(Lane lane, Iterable<Lane> all, long nowMs) {
    lane.lastAnsweredMs = nowMs;
    if (lane.errors + lane.rejected == 0) {
      if (lane.stored > 0) {
        count(lane);
        lane.congestedAnswers = 0;
      }
      return false;
    }
    lane.lastCongestedMs = nowMs;
    lane.stashedErrors += lane.errors;
    lane.stashedRejects += lane.rejected;
    if (lane.stored > 0 || isShared(all, nowMs)) {
      count(lane);
      lane.congestedAnswers = 0;
      return false;
    }
    if (++lane.congestedAnswers < LASTING) {
      return false;
    }
    lane.stashedErrors = 0;
    lane.stashedRejects = 0;
    return true;
  }

  private void count(Lane lane) {
    errors += lane.stashedErrors;
    rejected += lane.stashedRejects;
    lane.stashedErrors = 0;
    lane.stashedRejects = 0;
  }

  private static boolean isShared(Iterable<Lane> all, long nowMs) {
    int answered = 0;
    int congested = 0;
    for (Lane lane : all) {
      answered += lane.lastAnsweredMs >= nowMs - WINDOW_MS ? 1 : 0;
      congested += lane.lastCongestedMs >= nowMs - WINDOW_MS ? 1 : 0;
    }
    return 2 * congested > answered;
  }

  /** Documents of the engine's congestion, 429 aside, since the last call. */
  int takeErrors() {
    int taken = errors;
    errors = 0;
    return taken;
  }

  /** Documents that the engine has rejected since the last call. */
  int takeRejected() {
    int taken = rejected;
    rejected = 0;
    return taken;
  }
}
