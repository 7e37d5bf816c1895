package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.bulk.Signals.Backlog;
import io.spillway.search.bulk.Signals.Flow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A latency that jumps, though it stays below the yellow line. */
class LatencyJumpTest {
  private static final ControllerConfig CONFIG = ControllerConfig.DEFAULT;
  private static final int INITIAL = CONFIG.bounds().initial().bytes();
  private final BulkController controller = new BulkController(CONFIG);
  private final List<String> changes = new ArrayList<>();
  private ControllerState state = ControllerState.initial(CONFIG.bounds(), 0);
  private long now;

  private void run(int seconds, long requests, long p95Ms) {
    for (long end = now + seconds * 1000L; now < end; now += 200) {
      Signals signals =
          new Signals(
              new Backlog(1 << 20, 12_000, 0),
              new Flow(1_000, 1_000, 2),
              new Health(requests, 0, 0, p95Ms, 0),
              now,
              0,
              null);
      Decision decision = controller.step(state, signals, now);
      state = decision.state();
      if (decision.change() != null) {
        changes.add(decision.change());
      }
    }
  }

  @Test
  void easesOnAJumpFromItsOwnUsualLatency() {
    run(120, 100, 100);
    assertThat(changes).isEmpty();
    run(1, 100, 600);
    assertThat(state.limits().bytes()).isEqualTo(INITIAL / 2);
    assertThat(changes).singleElement().asString().contains("latency-jump(600 from 1");
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
  }

  @Test
  void twiceTheUsualIsNoJump() {
    run(120, 100, 300);
    run(60, 100, 600);
    assertThat(changes).isEmpty();
  }

  @Test
  void shortLatenciesMayVary() {
    run(120, 100, 5);
    run(60, 100, 240);
    assertThat(changes).isEmpty();
  }

  @Test
  void aLevelThatIsReachedSlowlyIsUsual() {
    for (long p95 = 100; p95 <= 900; p95 += 100) {
      run(60, 100, p95);
    }
    assertThat(changes).isEmpty();
  }

  @Test
  void fewRequestsProveNothing() {
    run(120, 100, 100);
    run(60, 2, 900);
    assertThat(changes).isEmpty();
  }

  @Test
  void learnsAnewAfterAChangeOfTheLimits() {
    run(120, 100, 100);
    run(1, 100, 600);
    int eased = changes.size();
    assertThat(state.latency()).isEqualTo(LatencyBaseline.NONE);
    run(300, 100, 600);
    assertThat(changes.subList(eased, changes.size()))
        .as("what is usual now is no jump")
        .noneMatch(change -> change.contains("latency-jump"));
  }
}
