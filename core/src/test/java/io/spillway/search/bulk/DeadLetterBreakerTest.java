package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLetterBreakerTest {
  private final DeadLetterBreaker breaker = new DeadLetterBreaker(0.05, 20, 0);

  @Test
  void letsSingleBadDocumentsGo() {
    for (int second = 0; second < 600; second++) {
      breaker.stored(99, second * 1000L);
      assertThat(breaker.admit("400:mapping", second * 1000L)).isTrue();
    }
  }

  @Test
  void keepsAClassThatWouldEmptyTheStream() {
    int dead = 0;
    for (int i = 0; i < 3000; i++) {
      dead += breaker.admit("400:validation_exception", 1_000 + i) ? 1 : 0;
    }
    assertThat(dead).isEqualTo(19);
    assertThat(breaker.admit("400:other", 5_000)).as("another class still goes").isTrue();
  }

  @Test
  void opensAgainOnlyWhenOthersAreStored() {
    flood(1_000);
    assertThat(breaker.admit("c", 10 * 60_000)).as("silence proves nothing").isFalse();
    breaker.stored(1_000, 10 * 60_000 + 1);
    assertThat(breaker.admit("c", 10 * 60_000 + 3)).isTrue();
  }

  @Test
  void letsASingleDocumentGoLongAfterAFloodEvenIfFewWereStoredSince() {
    flood(1_000);
    breaker.stored(1, 2_000);
    assertThat(breaker.admit("c", 60_999)).as("a minute has not passed").isFalse();
    breaker.stored(1, 61_000);
    assertThat(breaker.admit("c", 120_998)).isFalse();
    breaker.stored(1, 121_000);
    assertThat(breaker.admit("c", 180_998)).isTrue();
  }

  @Test
  void doesNotFlapAtTheLimit() {
    breaker.stored(1_000, 1_000);
    flood(1_000);
    breaker.stored(1_000, 2_000);
    assertThat(breaker.admit("c", 2_000))
        .as("5 % of a minute are at the limit, not below half of it")
        .isFalse();
    breaker.stored(3_000, 3_000);
    assertThat(breaker.admit("c", 3_000)).isTrue();
  }

  private void flood(long nowMs) {
    for (int i = 0; i < 100; i++) {
      breaker.admit("c", nowMs);
    }
    assertThat(breaker.admit("c", nowMs)).isFalse();
  }
}
