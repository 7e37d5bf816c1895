package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EndingCheckpointsTest {
  private static final long MS = 1_000_000;

  private final List<Long> triggered = new ArrayList<>();
  private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
  private long rows;
  private long now;
  private final EndingCheckpoints ending =
      new EndingCheckpoints(() -> rows, new RecordingTrigger(), 0);

  private void lookUntil(long ms) {
    for (; now <= ms; now += 100) {
      ending.look(now * MS);
    }
  }

  @Test
  void aJobThatReadsIsLeftToItsInterval() {
    for (long second = 1; second < 60; second++) {
      rows++;
      lookUntil(200 * second);
    }
    assertThat(triggered).isEmpty();
  }

  @Test
  void onceNoMoreRowsComeCheckpointsFollowEachTimeTwiceAsFarApart() {
    rows = 5;
    lookUntil(10_000);
    assertThat(triggered).containsExactly(300L, 900L, 2_100L, 4_500L, 9_300L);
  }

  @Test
  void moreRowsBeginAnew() {
    rows = 5;
    lookUntil(2_000);
    rows = 6;
    lookUntil(3_500);
    assertThat(triggered).containsExactly(300L, 900L, 2_400L, 3_000L);
  }

  @Test
  void aJobThatHasReadNothingYetIsNotAsked() {
    lookUntil(10_000);
    assertThat(triggered).isEmpty();
  }

  @Test
  void theNextWaitsUntilTheLastIsComplete() {
    answer = new CompletableFuture<>();
    rows = 5;
    lookUntil(10_000);
    assertThat(triggered).containsExactly(300L);
    answer.complete(null);
    lookUntil(10_200);
    assertThat(triggered).containsExactly(300L, 10_100L);
  }

  @Test
  void oneThatFailsIsFollowedByAnother() {
    answer = CompletableFuture.failedFuture(new IllegalStateException("restarting"));
    rows = 5;
    lookUntil(1_000);
    assertThat(triggered).containsExactly(300L, 900L);
  }

  @Test
  void aJobThatDoesNotEndIsNotAsked() {
    rows = 5;
    try (EndingCheckpoints none = new EndingCheckpoints(() -> rows, null, 0)) {
      assertThatCode(() -> none.look(Long.MAX_VALUE)).doesNotThrowAnyException();
    }
  }

  private final class RecordingTrigger implements EndingCheckpoints.Trigger {
    @Override
    public CompletableFuture<?> checkpoint() {
      triggered.add(now);
      return answer;
    }

    @Override
    public void close() {}
  }
}
