package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import org.junit.jupiter.api.Test;

class LookAgeTest {
  private static final LookAge AGE = new LookAge(500, Clock.systemUTC(), System::nanoTime);
  private static final LookAge NONE = new LookAge(0, Clock.systemUTC(), System::nanoTime);

  private static LookAge.Moment at(long day, long steady) {
    return new LookAge.Moment(day, steady * 1_000_000);
  }

  @Test
  void anAnswerIsGoodForItsTimeByBothClocks() {
    assertThat(AGE.isGood(at(1000, 70), at(1499, 569))).isTrue();
    assertThat(AGE.isGood(at(1000, 70), at(1500, 71))).as("a machine that was frozen").isFalse();
    assertThat(AGE.isGood(at(1000, 70), at(1001, 570))).as("a clock that was set back").isFalse();
    assertThat(AGE.isGood(at(1000, 70), at(999, 71))).isFalse();
    assertThat(AGE.isGood(null, at(1000, 70))).isFalse();
  }

  @Test
  void theNextOneIsAskedForWellBeforeThat() {
    assertThat(AGE.isAging(at(1000, 70), at(1061, 131))).isFalse();
    assertThat(AGE.isAging(at(1000, 70), at(1062, 132))).isTrue();
  }

  @Test
  void whereNoAnswerIsReliedOnNoneIsGood() {
    assertThat(NONE.isGood(at(1000, 70), at(1000, 70))).isFalse();
  }
}
