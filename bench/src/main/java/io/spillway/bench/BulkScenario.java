package io.spillway.bench;

/** What is offered, and when the engine fails. Times are shares of the run. */
enum BulkScenario {
  /** The same load all the time. */
  STEADY,
  /** After a quarter the load doubles. */
  STEP,
  /** The engine refuses everything for a tenth of the run. */
  FAULT,
  /** More than any engine takes, to see what can be had at most. */
  SATURATE;

  /** Shares of the run between which a fault lasts. */
  static final double FAULT_BEGINS = 0.25;

  static final double FAULT_ENDS = 0.35;

  private static final int SATURATION = 10;

  /** Documents a second, at a share (0..1) of the run. */
  double rate(double share, double base) {
    return switch (this) {
      case STEADY, FAULT -> base;
      case STEP -> share < 0.25 ? base : 2 * base;
      case SATURATE -> SATURATION * base;
    };
  }

  boolean refuses(double share) {
    return this == FAULT && share >= FAULT_BEGINS && share < FAULT_ENDS;
  }
}
