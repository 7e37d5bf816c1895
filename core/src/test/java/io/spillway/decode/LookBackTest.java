package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookBackTest {
  private static final SourcePartition P0 = new SourcePartition("shop", 0);
  private static final SourcePartition P1 = new SourcePartition("shop", 1);
  private final List<String> looks = new ArrayList<>();
  private long begin;
  private final LookBack lookBack =
      new LookBack(
          (partition, from, to, each) -> {
            looks.add(partition.number() + " " + from + " " + to);
            return Math.max(from, begin);
          });

  private int all(SourcePartition partition, long offset) {
    int steps = 0;
    while (lookBack.further(partition, offset, value -> {})) {
      steps++;
    }
    return steps;
  }

  @Test
  void eachStepGoesFurtherBackAndLooksAtNothingTwice() {
    assertThat(all(P0, 10_000_000)).isEqualTo(4);
    assertThat(looks)
        .containsExactly(
            "0 9980000 10000000", "0 9820000 9980000", "0 8540000 9820000", "0 8000000 8540000");
    assertThat(all(P0, 10_000_000)).isZero();
  }

  @Test
  void itEndsWhereThePartitionBegins() {
    assertThat(all(P0, 100)).isEqualTo(1);
    begin = 700_000;
    assertThat(all(P1, 800_000)).isEqualTo(2);
    assertThat(looks).containsExactly("0 0 100", "1 780000 800000", "1 620000 780000");
    assertThat(all(P1, 800_000)).isZero();
  }

  @Test
  void aLaterMessageLooksAtWhatLiesBetween() {
    begin = 995_000;
    all(P0, 1_000_000);
    looks.clear();
    assertThat(all(P0, 1_000_500)).isEqualTo(1);
    assertThat(looks).containsExactly("0 1000000 1000500");
    looks.clear();
    lookBack.further(P0, 9_000_000, value -> {});
    assertThat(looks).as("no further than the limit").containsExactly("0 7000000 9000000");
  }

  @Test
  void aPartitionThatBeginsHereHasNothing() {
    assertThat(all(P0, 0)).isZero();
    assertThat(looks).isEmpty();
  }
}
