package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private static final long HOUR = 3_600_000;
  private final SteadyClock clock = new SteadyClock();

  @Test
  void itIsTheWallClockAsLongAsThatGoesForward() {
    assertThat(clock.at(5)).isEqualTo(5);
    assertThat(clock.at(5 + HOUR)).isEqualTo(5 + HOUR);
    assertThat(clock.aheadMs()).isZero();
  }

  @Test
  void aStepBackIsLeftOut() {
    assertThat(clock.at(2 * HOUR)).isEqualTo(2 * HOUR);
    assertThat(clock.at(HOUR)).isEqualTo(2 * HOUR);
    assertThat(clock.at(HOUR + 300)).isEqualTo(2 * HOUR + 300);
    assertThat(clock.at(HOUR + 200)).isEqualTo(2 * HOUR + 300);
    assertThat(clock.aheadMs()).isEqualTo(HOUR + 100);
  }
}
