package io.spillway.spool;

import org.junit.jupiter.api.Test;

/**
 * Random streams, delivered by random actions with crashes at every step: what a reader may rely on
 * holds after each of them, and at the end every row is there once, however often it was sent.
 */
class DeliverySimulationTest {
  private static final int SEEDS = 3000;

  @Test
  void aReaderOfTheBucketMayRelyOnItAfterEveryStep() {
    for (long seed = 0; seed < SEEDS; seed++) {
      simulate(seed);
    }
  }

  static void simulate(long seed) {
    try {
      new SimFlow(seed).run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
