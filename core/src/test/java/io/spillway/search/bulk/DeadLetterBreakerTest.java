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
    assertThat(breaker.alert(600_000)).isNull();
  }

  @Test
  void keepsAClassThatWouldEmptyTheStream() {
    int dead = 0;
    for (int i = 0; i < 3000; i++) {
      dead += breaker.admit("400:validation_exception", 1_000 + i) ? 1 : 0;
    }
    assertThat(dead).isEqualTo(19);
    assertThat(breaker.alert(5_000)).isEqualTo("dead-letter-rate(400:validation_exception)");
    assertThat(breaker.admit("400:other", 5_000)).as("another class still goes").isTrue();
  }

  @Test
  void opensAgainOnlyWhenOthersAreStored() {
    for (int i = 0; i < 100; i++) {
      breaker.admit("c", 1_000);
    }
    assertThat(breaker.alert(10 * 60_000)).as("silence proves nothing").isNotNull();
    breaker.stored(1_000, 10 * 60_000 + 1);
    assertThat(breaker.alert(10 * 60_000 + 2)).isNull();
    assertThat(breaker.admit("c", 10 * 60_000 + 3)).isTrue();
  }

  @Test
  void endsAMinuteAfterTheLastFailureIfOthersWereStored() {
    for (int i = 0; i < 100; i++) {
      breaker.admit("c", 1_000);
    }
    breaker.stored(100, 2_000);
    assertThat(breaker.alert(60_000)).isNotNull();
    assertThat(breaker.alert(200_000)).isNull();
  }

  @Test
  void doesNotFlapAtTheLimit() {
    breaker.stored(1_000, 1_000);
    for (int i = 0; i < 60; i++) {
      breaker.admit("c", 1_000);
    }
    assertThat(breaker.alert(1_000)).isNotNull();
    breaker.stored(1_000, 2_000);
    assertThat(breaker.alert(2_000)).as("3 % is below the limit, not below half of it").isNotNull();
    breaker.stored(1_000, 3_000);
    assertThat(breaker.alert(3_000)).isNull();
  }
}
