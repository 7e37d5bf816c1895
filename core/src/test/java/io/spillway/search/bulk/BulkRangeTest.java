package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.BulkRange;
import io.spillway.search.bulk.Signals.Backlog;
import io.spillway.search.bulk.Signals.Flow;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Edges that settings draw while the controller runs. */
class BulkRangeTest {
  private static final BulkBounds FILE = BulkBounds.DEFAULT;

  @Test
  void narrowsWhatIsNamedAndLeavesTheRest() {
    BulkBounds bounds = FILE.within(new BulkRange(0, 1 << 20, 100, 0, 3));
    assertThat(bounds.max().bytes()).isEqualTo(1 << 20);
    assertThat(bounds.min().bytes()).isEqualTo(FILE.min().bytes());
    assertThat(bounds.min().intervalMs()).isEqualTo(100);
    assertThat(bounds.max().intervalMs()).isEqualTo(FILE.max().intervalMs());
    assertThat(bounds.max().concurrency()).isEqualTo(3);
    assertThat(bounds.initial()).isEqualTo(FILE.initial());
    assertThat(FILE.within(BulkRange.ALL)).isEqualTo(FILE);
  }

  @Test
  void theStartLiesWithinTheEdgesToo() {
    assertThat(FILE.within(new BulkRange(0, 100_000, 0, 200, 1)).initial())
        .isEqualTo(new BulkLimits(100_000, 200, 1));
    assertThat(FILE.within(new BulkRange(1 << 20, 0, 1_000, 0, 0)).initial())
        .isEqualTo(new BulkLimits(1 << 20, 1_000, 2));
  }

  /** Settings that were kept for a pipeline whose own bounds have changed since. */
  @Test
  void neverWidens() {
    assertThat(FILE.within(new BulkRange(1, Integer.MAX_VALUE, 1, Long.MAX_VALUE, 99)))
        .isEqualTo(FILE);
    assertThat(FILE.within(new BulkRange(1 << 20, 1 << 19, 400, 300, 0))).isEqualTo(FILE);
  }

  @Test
  void newEdgesCountAtOnceAndAreToldOnce() {
    ControllerConfig config = ControllerConfig.DEFAULT;
    ControllerState state = ControllerState.initial(FILE, 0);
    BulkBounds narrow = FILE.within(new BulkRange(0, 100_000, 0, 0, 1));
    BulkController controller = new BulkController(config.within(narrow));
    Decision decision = controller.enter(state, 0);
    assertThat(decision.allowed()).isEqualTo(new BulkLimits(100_000, 500, 1));
    assertThat(decision.change()).contains("bytes=524288->100000", "concurrency=2->1", "settings");
    assertThat(controller.enter(decision.state(), 0).change()).isNull();
  }

  @Property(tries = 200)
  void noStepLeavesTheEdgesWhateverTheEngineDoes(@ForAll long seed) {
    Random random = new Random(seed);
    long now = 0;
    BulkBounds bounds = FILE;
    BulkController controller = new BulkController(ControllerConfig.DEFAULT);
    ControllerState state = ControllerState.initial(FILE, now);
    for (int step = 0; step < 300; step++) {
      now += random.nextInt(20_000);
      if (random.nextInt(20) == 0) {
        bounds = FILE.within(range(random));
        controller = new BulkController(ControllerConfig.DEFAULT.within(bounds));
        Decision entered = controller.enter(state, now);
        state = entered.state();
        assertWithin(entered.allowed(), bounds);
      }
      Decision decision = controller.step(state, signals(random, now), now);
      state = decision.state();
      assertWithin(decision.allowed(), bounds);
      assertWithin(state.limits(), bounds);
    }
  }

  private static BulkRange range(Random random) {
    return new BulkRange(
        random.nextInt(3) == 0 ? 0 : random.nextInt(10 << 20),
        random.nextInt(3) == 0 ? 0 : random.nextInt(10 << 20),
        random.nextInt(3) == 0 ? 0 : random.nextInt(6_000),
        random.nextInt(3) == 0 ? 0 : random.nextInt(6_000),
        random.nextInt(10));
  }

  private static Signals signals(Random random, long now) {
    boolean hurt = random.nextInt(4) == 0;
    return new Signals(
        new Backlog(random.nextInt(64 << 20), random.nextInt(200_000), random.nextInt(400) - 200),
        new Flow(random.nextInt(1 << 20), random.nextInt(1 << 20), random.nextInt(9)),
        new Health(
            random.nextInt(50),
            hurt ? random.nextDouble() / 10 : 0,
            hurt ? random.nextDouble() / 20 : 0,
            hurt ? random.nextInt(5_000) : random.nextInt(100),
            0),
        random.nextBoolean() ? now : 0,
        hurt ? now : 0,
        random.nextInt(50) == 0 ? "flood" : null);
  }

  private static void assertWithin(BulkLimits limits, BulkBounds bounds) {
    assertThat(limits.bytes()).isBetween(bounds.min().bytes(), bounds.max().bytes());
    assertThat(limits.intervalMs()).isBetween(bounds.min().intervalMs(), bounds.max().intervalMs());
    assertThat(limits.concurrency()).isBetween(1, bounds.max().concurrency());
  }
}
