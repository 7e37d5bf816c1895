package io.spillway.search.bulk;

import io.spillway.search.bulk.ControllerConfig.Thresholds;
import io.spillway.search.bulk.Signals.Backlog;

/**
 * Which mode the backlog asks for. Each mode is left at another value than it is entered at. In
 * IDLE requests wait for the longest interval, which makes a backlog of what comes meanwhile: so it
 * is the load and not the backlog that says whether there is too little to do.
 */
final class ModeRule {
  private static final int IDLE_EXIT = 2;
  private static final int CATCH_UP_EXIT = 4;
  private final Thresholds thresholds;
  private final double idleSeconds;

  /**
   * @param idleIntervalMs how long requests wait in IDLE
   */
  ModeRule(Thresholds thresholds, long idleIntervalMs) {
    this.thresholds = thresholds;
    this.idleSeconds = idleIntervalMs / 1000.0;
  }

  /**
   * @param mode any but PROTECT
   * @param produced bytes that come in, per second
   * @param healthy whether every rail is green: only a healthy engine is asked for more
   */
  Mode next(Mode mode, Backlog backlog, double produced, boolean healthy) {
    double gathered = produced * idleSeconds;
    boolean far =
        backlog.bytes() > thresholds.catchUpBytes()
            || (backlog.lagMs() > thresholds.catchUpLagMs()
                && backlog.bytes() > IDLE_EXIT * thresholds.idleBytes());
    if (mode == Mode.CATCH_UP) {
      boolean caughtUp =
          backlog.bytes() < thresholds.catchUpBytes() / CATCH_UP_EXIT
              && (backlog.lagMs() < thresholds.catchUpLagMs() / CATCH_UP_EXIT
                  || backlog.bytes() <= thresholds.idleBytes());
      return caughtUp ? Mode.STEADY : Mode.CATCH_UP;
    }
    if (far && healthy) {
      return Mode.CATCH_UP;
    }
    if (mode == Mode.IDLE) {
      boolean work =
          Math.max(gathered, backlog.bytes()) > IDLE_EXIT * thresholds.idleBytes()
              || backlog.lagMs() > IDLE_EXIT * thresholds.idleLagMs();
      return work ? Mode.STEADY : Mode.IDLE;
    }
    boolean nothing =
        Math.max(gathered, backlog.bytes()) <= thresholds.idleBytes()
            && backlog.lagMs() <= thresholds.idleLagMs();
    return nothing ? Mode.IDLE : Mode.STEADY;
  }
}
