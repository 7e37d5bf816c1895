package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterruptionTest {
  private static final int INT = 2;
  private static final int TERM = 15;

  private final Interruption interruption = Interruption.none();

  @Test
  void aPressThatComesTwiceIsOneAndALaterOneIsAnother() {
    assertThat(interruption.isHeard()).isFalse();

    assertThat(interruption.isAgain(INT, 100)).isFalse();
    assertThat(interruption.isAgain(TERM, 99 + Interruption.SAME_NANOS)).isFalse();
    assertThat(interruption.isAgain(INT, 100 + Interruption.SAME_NANOS)).isTrue();

    assertThat(interruption.isHeard()).isTrue();
    assertThat(interruption.exitCode()).isEqualTo(128 + INT);
  }
}
