package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionWatchTest {
  private final VersionWatch watch = new VersionWatch();

  @Test
  void aReplayThatCatchesUpIsNoNews() {
    watch.came(10);
    watch.refused("shop.t", 12, 0);
    watch.refused("shop.t", 9, 0);
    watch.came(12);
    assertThat(watch.due(120_000, true)).isEmpty();
    assertThat(watch.indices()).isZero();
  }

  @Test
  void versionsThatStayAboveTheStreamAreReportedOnce() {
    watch.came(10);
    watch.refused("shop.t", 99, 0);
    watch.refused("shop.t", 98, 5);
    assertThat(watch.due(59_000, false)).isEmpty();
    watch.came(20);
    assertThat(watch.due(60_000, false))
        .singleElement()
        .asString()
        .startsWith(
            "index shop.t has versions up to 99, and this stream has come to 20: 2 changes were");
    watch.refused("shop.t", 99, 70_000);
    assertThat(watch.due(200_000, true)).isEmpty();
    assertThat(watch.indices()).isEqualTo(1);
  }

  @Test
  void theEndOfTheInputWaitsForNobody() {
    watch.came(10);
    watch.refused("shop.t", 99, 0);
    assertThat(watch.due(1, true)).hasSize(1);
  }
}
