package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverflowGateTest {
  private final OverflowGate gate = new OverflowGate(1_000, 0);

  @Test
  void admitsWhileThereIsRoom() {
    assertThat(gate.admits(999, 1)).isTrue();
    assertThat(gate.admits(1_000, 1)).isFalse();
  }

  @Test
  void opensWhenTheNextBarrierIsDueAndClosesBehindIt() {
    gate.barrier(500);
    gate.barrier(1_000);
    assertThat(gate.admits(1_500, 1_499)).isFalse();
    assertThat(gate.admits(1_500, 1_500)).isTrue();
    gate.barrier(1_550);
    assertThat(gate.admits(1_500, 1_600)).isFalse();
  }

  @Test
  void isNotSlowedDownByOneLateBarrier() {
    gate.barrier(500);
    gate.barrier(1_000);
    gate.barrier(9_000);
    assertThat(gate.admits(1_500, 9_500)).isTrue();
  }

  @Test
  void endsAtTwiceTheBuffer() {
    gate.barrier(500);
    assertThat(gate.admits(1_999, 60_000)).isTrue();
    assertThat(gate.admits(2_000, 60_000)).isFalse();
  }
}
