package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void waitsDoubleUpToTheLongest() {
    Backoff backoff = Backoff.exponential(200, 1000);
    assertThat(backoff.delayMs(1, 0)).isEqualTo(100);
    assertThat(backoff.delayMs(2, 0)).isEqualTo(200);
    assertThat(backoff.delayMs(3, 0)).isEqualTo(400);
    assertThat(backoff.delayMs(4, 0)).isEqualTo(500);
    assertThat(backoff.delayMs(99, 0)).isEqualTo(500);
    assertThat(backoff.delayMs(1, 0.5)).isEqualTo(150);
  }

  @Property
  void aWaitIsNeverNegativeNorLongerThanTheLongest(
      @ForAll @IntRange(min = 1, max = 1_000_000) int failures,
      @ForAll @LongRange(min = 1, max = 1L << 40) long first,
      @ForAll @LongRange(min = 1, max = 1L << 40) long longest,
      @ForAll @DoubleRange(min = 0, max = 0.99) double random) {
    Assume.that(first <= longest);
    assertThat(Backoff.exponential(first, longest).delayMs(failures, random))
        .isBetween(0L, longest);
    assertThat(Backoff.linear(first, longest).delayMs(failures, random)).isBetween(0L, longest);
  }

  @Property
  void moreFailuresNeverMeanAShorterWait(
      @ForAll @IntRange(min = 1, max = 1_000) int failures,
      @ForAll @LongRange(min = 1, max = 1L << 20) long first) {
    Backoff backoff = Backoff.exponential(first, 1L << 30);
    assertThat(backoff.delayMs(failures + 1, 0.3))
        .isGreaterThanOrEqualTo(backoff.delayMs(failures, 0.3));
  }
}
