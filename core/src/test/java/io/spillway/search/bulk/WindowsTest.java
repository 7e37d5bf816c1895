package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.Backoff;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WindowsTest {

  @Test
  void forgetsWhatIsOlderThanTheWindow() {
    HealthWindow window = new HealthWindow(10_000, 0);
    window.add(new RequestReport(10, 0, 50, 50), 500);
    Health now = window.health(new long[0], 0, 9_000);
    assertThat(now.rejectRate()).isEqualTo(0.5);
    assertThat(now.errorRate()).isEqualTo(0.5);
    assertThat(window.health(new long[0], 0, 10_500).requests()).isZero();
    assertThat(window.health(new long[0], 0, 10_000_000).rejectRate()).isZero();
  }

  @Test
  void countsRequestsWithoutAnAnswerByTheirAge() {
    HealthWindow window = new HealthWindow(10_000, 0);
    window.add(new RequestReport(10, 1, 0, 0), 100);
    Health health = window.health(new long[] {4_000, 4_000}, 0, 200);
    assertThat(health.latencyP95Ms()).isBetween(3_200L, 4_900L);
    assertThat(health.requests()).isEqualTo(1);
  }

  @Test
  void reportsAStallOnlyWhileNothingComesBack() {
    SignalBoard board = new SignalBoard(10_000, 0);
    long[] sent = {1_000, 1_500};
    assertThat(board.signals(1, 0, sent, null, 5_000).health().stalledMs()).isEqualTo(4_000);
    board.answered(new RequestReport(10, 1, 0, 0), 5_100);
    assertThat(board.signals(1, 0, sent, null, 5_200).health().stalledMs()).isZero();
  }

  @Test
  void measuresFlowAndTheTrendOfTheLag() {
    SignalBoard board = new SignalBoard(10_000, 0);
    for (long t = 0; t <= 30_000; t += 100) {
      board.produced(200, t);
      board.consumed(100, t);
      board.signals(0, t / 2, null, null, t);
    }
    Signals signals = board.signals(0, 15_000, null, null, 30_000);
    assertThat(signals.flow().producedPerSecond()).isBetween(1_800.0, 2_100.0);
    assertThat(signals.flow().net()).isBetween(-1_050.0, -900.0);
    assertThat(signals.backlog().lagTrend()).isBetween(400.0, 520.0);
  }

  @Property(tries = 200)
  void percentileIsRightToAFifth(@ForAll long seed, @ForAll @IntRange(min = 1, max = 500) int n) {
    Random random = new Random(seed);
    long[] values = random.longs(n, 1, 100_000).sorted().toArray();
    LatencyHistogram histogram = new LatencyHistogram();
    for (long value : values) {
      histogram.add(value);
    }
    long exact = values[(int) Math.ceil(0.95 * n) - 1];
    assertThat((double) histogram.percentile(0.95)).isBetween(exact * 0.8, exact * 1.25 + 1);
  }

  @Property(tries = 100)
  void backoffStaysBetweenHalfAndAllOfItsStep(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 100) int attempts) {
    long delay = Backoff.exponential(200, 30_000).delayMs(attempts, new Random(seed).nextDouble());
    double step = Math.min(30_000, 200 * Math.pow(2, attempts - 1));
    assertThat((double) delay).isBetween(step / 2 - 1, step);
  }
}
