package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissedLooksTest {
  private static final long START = 1_768_472_430_000L;

  private final MissedLooks looks = new MissedLooks("topic shop at kafka:9092");

  @Test
  void onlyWhatHasBegunMayWait() {
    assertThat(looks.hasBegun()).isFalse();

    assertThat(looks.found()).isEmpty();

    assertThat(looks.hasBegun()).isTrue();
  }

  @Test
  void theFirstFailedLookIsToldWithAllThatAPersonNeeds() {
    looks.found();

    assertThat(looks.missed("a timeout", START, START + 60_000, 500))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains(
                        "of topic shop at kafka:9092 since 2026-01-15T10:20:30Z, 1 so far: a timeout",
                        "without a restart",
                        "see that they run"));
  }

  @Test
  void anOutageIsToldOnceAMinuteAndOnceWhenItIsOver() {
    looks.found();
    looks.missed("a timeout", START, START, 500);

    for (long s = 1; s < 60; s++) {
      assertThat(looks.missed("a timeout", START + s * 1000, START + s * 1000, 500)).isEmpty();
    }
    assertThat(looks.missed("a timeout", START + 60_000, START + 60_000, 500))
        .hasValueSatisfying(line -> assertThat(line).contains("61 so far"));

    assertThat(looks.found())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("answers again", "shop", "since 2026-01-15T10:20:30Z: 61"));
    assertThat(looks.found()).isEmpty();
    assertThat(looks.missed("a timeout", START + 61_000, START + 61_000, 500)).isPresent();
  }

  @Test
  void theNextLookIsDueAfterItsDelayAndAtOnceAfterASuccess() {
    looks.found();
    assertThat(looks.isDue(START)).isTrue();

    looks.missed("a timeout", START, START + 100, 500);

    assertThat(looks.isDue(START + 599)).isFalse();
    assertThat(looks.isDue(START + 600)).isTrue();
    looks.found();
    assertThat(looks.isDue(START + 200)).isTrue();
  }

  @Test
  void theTimeAwayBeginsWithTheFirstFailedLookAndEndsWithASuccess() {
    assertThat(looks.awayMs(START)).isZero();
    looks.found();

    looks.missed("a timeout", START, START + 60_000, 500);
    looks.missed("a timeout", START + 70_000, START + 130_000, 500);

    assertThat(looks.awayMs(START + 130_000)).isEqualTo(130_000);
    looks.found();
    assertThat(looks.awayMs(START + 131_000)).isZero();
  }
}
