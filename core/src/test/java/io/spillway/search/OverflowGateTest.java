package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverflowGateTest {
  private final OverflowGate gate = new OverflowGate(1_000, 500, 0);

  @Test
  void admitsWhileThereIsRoom() {
    assertThat(gate.admits(999, 1)).isTrue();
    assertThat(gate.admits(1_000, 1)).isFalse();
  }

  /** The buffer may be full before any barrier has come. */
  @Test
  void opensForTheFirstBarrierWhenThatIsDue() {
    assertThat(gate.admits(1_000, 499)).isFalse();
    assertThat(gate.admits(1_000, 500)).isTrue();
  }

  @Test
  void opensWhenTheNextBarrierIsDueAndClosesBehindIt() {
    gate.barrier(1_000, 1_000);
    assertThat(gate.admits(1_000, 1_499)).isFalse();
    assertThat(gate.admits(1_000, 1_500)).isTrue();
    gate.barrier(1_030, 1_550);
    assertThat(gate.admits(1_030, 1_600)).isFalse();
  }

  @Test
  void isNotSlowedDownByLateBarriers() {
    gate.barrier(0, 9_000);
    gate.barrier(1_000, 19_000);
    assertThat(gate.admits(1_000, 19_500)).isTrue();
  }

  @Test
  void letsInLessAndLessWhileABarrierIsLateButNeverNothingMore() {
    gate.barrier(1_000, 1_000);
    long previous = admitted(1_500);
    assertThat(previous).isBetween(1L, 100L);
    for (long late = 1_000; late < 3_600_000; late *= 2) {
      long now = admitted(1_500 + late);
      assertThat(now).as("%d ms late", late).isGreaterThan(previous);
      previous = now;
    }
    assertThat(previous).as("an hour late").isLessThan(1_000);
  }

  /** Bytes beyond the buffer that may be in it at a time. */
  private long admitted(long nowMs) {
    long bytes = 1_000;
    while (gate.admits(bytes, nowMs)) {
      bytes++;
    }
    return bytes - 1_000;
  }

  @Test
  void endsAtTwiceTheBuffer() {
    gate.barrier(1_990, 500);
    assertThat(gate.admits(1_999, 60_000)).isTrue();
    assertThat(gate.admits(2_000, 60_000)).isFalse();
  }
}
