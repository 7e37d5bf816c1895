package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpoolMemoryTest {
  private static final long MIB = 1L << 20;
  private static final long QUOTA = 4096 * MIB;

  @Test
  void allSpoolsOfAProcessHaveAQuarterOfItsHeap() {
    assertThat(new SpoolMemory.OfProcess(1).bytes(4096 * MIB, 2, QUOTA)).isEqualTo(512 * MIB);
    assertThat(new SpoolMemory.OfProcess(2).bytes(4096 * MIB, 2, QUOTA)).isEqualTo(256 * MIB);
  }

  @Test
  void aSmallProcessWithManySlotsStillHoldsSomething() {
    assertThat(new SpoolMemory.OfProcess(1).bytes(512 * MIB, 16, QUOTA)).isEqualTo(16 * MIB);
  }

  @Test
  void theQuotaIsNeverExceeded() {
    assertThat(new SpoolMemory.OfProcess(1).bytes(64_000 * MIB, 1, MIB)).isEqualTo(MIB);
  }

  @Test
  void whatIsGivenIsTaken() {
    assertThat(new SpoolMemory.Fixed(7).bytes(4096 * MIB, 2, QUOTA)).isEqualTo(7);
  }

  @Test
  void nobodyAsksForAShareBeforeTheProcessIsKnown() {
    SpoolSettings fixed = Rows.settings(1000);
    assertThat(fixed.in(64 * MIB, 4).memoryBytes()).isEqualTo(fixed.memoryBytes());
    SpoolSettings shared =
        new SpoolSettings(
            new SpoolMemory.OfProcess(1),
            QUOTA,
            QUOTA,
            QUOTA,
            fixed.files(),
            0,
            fixed.dateSeparator(),
            fixed.zone(),
            1,
            "",
            false);
    assertThat(shared.in(1024 * MIB, 1).memoryBytes()).isEqualTo(256 * MIB);
    assertThatThrownBy(shared::memoryBytes).isInstanceOf(IllegalStateException.class);
  }
}
