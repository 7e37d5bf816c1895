package io.spillway.search.bulk;

import java.io.Serializable;

/**
 * @param bounds edges of the knobs
 * @param rails when the engine counts as hurt
 * @param thresholds what counts as no work and as too much
 * @param pace how fast the controller may act
 */
public record ControllerConfig(
    BulkBounds bounds, Guardrails rails, Thresholds thresholds, Pace pace) implements Serializable {
  public static final ControllerConfig DEFAULT =
      new ControllerConfig(
          BulkBounds.DEFAULT, Guardrails.DEFAULT, Thresholds.DEFAULT, Pace.DEFAULT);

  /** The same with other edges. */
  public ControllerConfig within(BulkBounds edges) {
    return new ControllerConfig(edges, rails, thresholds, pace);
  }

  /**
   * Backlog and lag that make a mode. A mode is left at another value than it is entered at.
   *
   * @param idleBytes up to this backlog the sink is idle; it stops being so at twice that
   * @param idleLagMs and up to this lag
   * @param catchUpBytes from this backlog on the sink is behind; it has caught up at a quarter
   * @param catchUpLagMs or from this lag on
   */
  public record Thresholds(long idleBytes, long idleLagMs, long catchUpBytes, long catchUpLagMs)
      implements Serializable {
    /** Idle below one smallest request and 10 s, behind at a quarter of the buffer or a minute. */
    public static final Thresholds DEFAULT = new Thresholds(64 << 10, 10_000, 16 << 20, 60_000);

    public Thresholds {
      if (idleBytes < 1
          || idleLagMs < 1
          || catchUpBytes < 16 * idleBytes
          || catchUpLagMs < 4 * idleLagMs) {
        throw new IllegalArgumentException(
            "catching up must start well above idle (16 times the bytes, 4 times the lag)");
      }
    }
  }

  /**
   * @param windowMs length of the observation window
   * @param cooldownMs time after a change before the next one; a red line doesn't wait for it
   * @param minPauseMs first pause of the circuit breaker; each failed probe doubles it
   * @param maxPauseMs longest pause
   */
  public record Pace(long windowMs, long cooldownMs, long minPauseMs, long maxPauseMs)
      implements Serializable {
    public static final Pace DEFAULT = new Pace(10_000, 30_000, 1_000, 30_000);

    public Pace {
      if (windowMs < 10 || cooldownMs < windowMs || minPauseMs < 1 || maxPauseMs < minPauseMs) {
        throw new IllegalArgumentException(
            "needed: window >= 10 ms, cooldown >= window, max pause >= min pause");
      }
    }
  }
}
