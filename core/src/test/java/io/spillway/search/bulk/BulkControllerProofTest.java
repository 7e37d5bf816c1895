package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.bulk.BulkSimulation.Point;
import io.spillway.search.bulk.ModelEngine.Fault;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steady load, a step, faults: backlog converges, the engine isn't hurt, the knobs are calm. */
class BulkControllerProofTest {
  private static final ControllerConfig CONFIG = ControllerConfig.DEFAULT;
  private static final long WINDOW = CONFIG.pace().windowMs();
  private static final long COOLDOWN = CONFIG.pace().cooldownMs();
  private static final long MINUTE = 60_000;

  /** Four requests at once at 4 MB/s each, 20 ms fixed cost. */
  private static ModelEngine engine() {
    return new ModelEngine(4, 16, 20, 4_000);
  }

  private static BulkSimulation simulation(double poison, long seed) {
    return new BulkSimulation(CONFIG, engine(), poison, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void staysSteadyUnderSteadyLoad(long seed) {
    BulkSimulation run = simulation(0, seed);
    run.run(1_000, 30 * MINUTE, t -> 2_000, t -> {});

    List<Point> settled = from(run, 2 * MINUTE);
    none(run, settled, p -> p.mode() != Mode.STEADY);
    none(run, settled, Point::red);
    none(run, settled, p -> !p.limits().equals(settled.get(0).limits()));
    none(run, settled, p -> p.backlogDocs() >= 3_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void catchesUpAfterTheLoadDoubledAndGoesBack(long seed) {
    BulkSimulation run = simulation(0, seed);
    // two requests of 512 kB at once carry 6,300 documents/s: twice 4,000 needs more
    run.run(1_000, 40 * MINUTE, t -> t < 10 * MINUTE ? 4_000 : 8_000, t -> {});

    List<Point> after = from(run, 10 * MINUTE);
    assertThat(after.stream().map(Point::mode).distinct()).contains(Mode.CATCH_UP);
    none(run, after, Point::red);
    none(run, after, p -> p.mode() == Mode.PROTECT);
    Point peak = after.stream().max((a, b) -> Long.compare(a.backlogDocs(), b.backlogDocs())).get();
    assertThat(peak.ms()).as("the backlog turns").isLessThan(20 * MINUTE);
    List<Point> end = from(run, 30 * MINUTE);
    none(run, end, p -> p.backlogDocs() >= 8_000);
    none(run, end, p -> p.mode() != Mode.STEADY);
    assertThat(reversals(after, p -> p.limits().bytes())).isLessThanOrEqualTo(1);
    assertThat(reversals(after, p -> p.limits().concurrency())).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"REJECTS", "ERRORS", "SLOW", "HANGS"})
  void protectsTheEngineDuringAFaultAndReturnsSmoothly(Fault fault) {
    BulkSimulation run = simulation(0, 5);
    long begin = 10 * MINUTE;
    long end = 14 * MINUTE;
    run.run(
        1_000,
        60 * MINUTE,
        t -> 2_000,
        t -> run.engine.fault = t >= begin && t < end ? fault : Fault.NONE);

    Point protect =
        from(run, begin).stream().filter(p -> p.mode() == Mode.PROTECT).findFirst().get();
    assertThat(protect.ms() - begin).as("%s", run.changes).isLessThanOrEqualTo(2 * WINDOW);
    List<Point> deep = between(run, begin + 2 * MINUTE, end);
    none(run, deep, p -> p.limits().concurrency() != 1);
    none(run, deep, p -> p.limits().bytes() > 2 * CONFIG.bounds().min().bytes());

    List<Point> after = from(run, end + 3 * MINUTE);
    none(run, after, p -> p.mode() == Mode.PROTECT);
    none(run, after, Point::red);
    List<Point> settled = from(run, 50 * MINUTE);
    none(run, settled, p -> p.mode() != Mode.STEADY);
    none(run, settled, p -> p.backlogDocs() >= 5_000);
    assertThat(risesPerCooldown(after)).as("%s", run.changes).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 5, 13, 20, 26, 60, 100, 130, 500})
  void staysInOneModeAtAnyConstantLoad(double documentsPerSecond) {
    BulkSimulation run = simulation(0, 9);
    run.run(1_000, 30 * MINUTE, t -> (long) documentsPerSecond, t -> {});

    List<Mode> modes = from(run, MINUTE).stream().map(Point::mode).distinct().toList();
    assertThat(modes).as("%s", run.changes).hasSize(1);
    assertThat(run.changes).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void poisonDocumentsDoNotMoveTheLimits() {
    BulkSimulation clean = simulation(0, 7);
    BulkSimulation poisoned = simulation(0.01, 7);
    clean.run(1_000, 60 * MINUTE, t -> 2_000, t -> {});
    poisoned.run(1_000, 60 * MINUTE, t -> 2_000, t -> {});

    assertThat(poisoned.poisoned).isBetween(60_000L, 80_000L);
    assertThat(poisoned.changes).isEqualTo(clean.changes);
    none(poisoned, from(poisoned, MINUTE), p -> !p.limits().equals(CONFIG.bounds().initial()));
  }

  @Test
  void convergesBelowTheRailsWhenTheLoadExceedsWhatTheEngineCanTake() {
    ModelEngine small = new ModelEngine(2, 2, 50, 500);
    BulkSimulation run = new BulkSimulation(CONFIG, small, 0, 11);
    run.run(1_000, 90 * MINUTE, t -> t < 30 * MINUTE ? 1_500 : 300, t -> {});

    long red = run.points.stream().filter(Point::red).count();
    assertThat(red).as("%s", run.changes).isLessThan(run.points.size() / 100);
    assertThat(reversals(run.points, p -> p.limits().bytes()))
        .as("%s", run.changes)
        .isLessThan((int) (90 * MINUTE / (10 * COOLDOWN)));
    assertThat(run.points.get(run.points.size() - 1).backlogDocs()).isLessThan(3_000);
  }

  @Test
  void neverStopsForGoodWhenTheEngineIsDownForHours() {
    BulkSimulation run = simulation(0, 13);
    long end = 180 * MINUTE;
    run.run(
        1_000,
        end + 5 * MINUTE,
        t -> t < 5 * MINUTE ? 500 : 0,
        t -> run.engine.fault = t >= 4 * MINUTE && t < end ? Fault.ERRORS : Fault.NONE);

    Point last = run.points.get(run.points.size() - 1);
    assertThat(last.backlogDocs()).isZero();
    assertThat(run.changes.size()).as("log lines in three hours").isLessThan(500);
  }

  /** Fails with the first point that shouldn't be, and with what the controller had done. */
  private static void none(BulkSimulation run, List<Point> points, Predicate<Point> bad) {
    assertThat(points).isNotEmpty();
    assertThat(points.stream().filter(bad).findFirst())
        .as("changes:\n%s", String.join("\n", run.changes))
        .isEmpty();
  }

  private static List<Point> from(BulkSimulation run, long ms) {
    return run.points.stream().filter(p -> p.ms() >= ms).toList();
  }

  private static List<Point> between(BulkSimulation run, long ms, long endMs) {
    return run.points.stream().filter(p -> p.ms() >= ms && p.ms() < endMs).toList();
  }

  /** How often a knob changes its direction. */
  private static int reversals(List<Point> points, ToLongFunction<Point> knob) {
    int reversals = 0;
    int direction = 0;
    long last = knob.applyAsLong(points.get(0));
    for (Point point : points) {
      int moved = Long.signum(knob.applyAsLong(point) - last);
      if (moved != 0) {
        reversals += direction != 0 && moved != direction ? 1 : 0;
        direction = moved;
        last = knob.applyAsLong(point);
      }
    }
    return reversals;
  }

  /** The most increases within one cooldown. */
  private static int risesPerCooldown(List<Point> points) {
    int most = 0;
    int now = 0;
    long since = 0;
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).limits().bytes() > points.get(i - 1).limits().bytes()) {
        now = points.get(i).ms() - since < COOLDOWN ? now + 1 : 1;
        since = points.get(i).ms();
        most = Math.max(most, now);
      }
    }
    return most;
  }
}
