package io.spillway.spool;

import org.junit.jupiter.api.Test;

/**
 * Random streams, delivered by random actions with crashes at every step: what a reader may rely on
 * holds after each of them, and at the end every row is there once, however often it was sent.
 */
class DeliverySimulationTest {
  private static final int SEEDS = 3000;
  private static final int RESTART_SEEDS = 1000;

  @Test
  void aReaderOfTheBucketMayRelyOnItAfterEveryStep() {
    for (long seed = 0; seed < SEEDS; seed++) {
      simulate(seed, 0);
    }
  }

  /** The job is started again from old checkpoints, or from none: no row twice, none lost. */
  @Test
  void aStartFromAnyStateDeliversEveryRowOnce() {
    for (long seed = 0; seed < RESTART_SEEDS; seed++) {
      simulate(seed, 1 + (int) (seed % 4));
    }
  }

  static void simulate(long seed, int rewinds) {
    try {
      new SimFlow(seed, rewinds).run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
