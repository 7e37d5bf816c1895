package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.bench.BulkBench.Result;
import io.spillway.bench.BulkRun.Point;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three proof runs against the model engine, beside fixed settings and Flink's own strategy.
 */
class BulkBenchTest {
  private static final int SECONDS = 3600;
  private static final long COOLDOWN_MS = 30_000;

  @TempDir Path folder;
  private final StringWriter printed = new StringWriter();

  private BulkBench bench(String scenario, double poison) {
    return new BulkBench(
        new BulkBench.Settings(
            scenario, "model", folder, SECONDS, 4_000, poison, COOLDOWN_MS, folder),
        new PrintWriter(printed, true));
  }

  private List<Result> run(String scenario, double poison) throws Exception {
    return bench(scenario, poison).run();
  }

  private Result controller(String scenario) throws Exception {
    return bench(scenario, 0).run(false).get(0);
  }

  @Test
  void reachesNineTenthsOfTheBestFixedSettingWithoutKnowingIt() throws Exception {
    List<Result> results = run("saturate", 0);
    assertThat(results.get(0).perSecond())
        .as("%s", printed)
        .isGreaterThanOrEqualTo(0.9 * results.get(1).perSecond());
    assertThat(results.get(0).redShare()).isLessThan(0.01);
  }

  @Test
  void keepsUpWithAStepAndComesToRest() throws Exception {
    Result controller = controller("step");
    assertThat(BulkBench.modes(controller)).as("%s", printed).contains("CATCH_UP");
    assertThat(BulkBench.modes(controller)).doesNotContain("PROTECT");
    Point last = controller.points().get(controller.points().size() - 1);
    assertThat(last.mode()).isEqualTo("STEADY");
    assertThat(last.lagMs()).isLessThan(2_000);
  }

  @Test
  void protectsWithinTwoWindowsOfAFaultAndComesBack() throws Exception {
    Result controller = controller("fault");
    assertThat(Files.readAllLines(folder.resolve("fault-model-controller.csv")))
        .contains("# fault: 900000 1260000");
    Point protect =
        controller.points().stream().filter(p -> p.mode().equals("PROTECT")).findFirst().get();
    long begin = SECONDS * 1000L / 4;
    assertThat(protect.ms() - begin).as("%s", printed).isBetween(0L, 2 * COOLDOWN_MS / 3);
    Point last = controller.points().get(controller.points().size() - 1);
    assertThat(last.mode()).isEqualTo("STEADY");
    assertThat(last.lagMs()).isLessThan(2_000);
  }

  @Test
  void tablesAreWrittenAndPoisonMovesFlinksStrategyAndNotThisOne() throws Exception {
    List<Result> clean = run("steady", 0);
    assertTables();
    List<Result> poisoned = run("steady", 0.01);
    assertThat(poisoned.get(0).points())
        .extracting(Point::limits)
        .isEqualTo(clean.get(0).points().stream().map(Point::limits).toList());
    assertThat(poisoned.get(0).changes()).isZero();
    assertThat(poisoned.get(2).perSecond())
        .as("Flink's takes poison for congestion: %s", printed)
        .isLessThan(0.5 * clean.get(2).perSecond());
  }

  private void assertTables() throws Exception {
    String name = "steady-model-controller";
    assertThat(Files.readAllLines(folder.resolve(name + ".csv")))
        .hasSizeGreaterThan(10_000)
        .contains("# lines of p95_ms: 1000.0 3000.0", "# lines of reject_rate: 0.005 0.02")
        .noneMatch(line -> line.startsWith("# fault"))
        .filteredOn(line -> !line.startsWith("#"))
        .first()
        .asString()
        .startsWith("ms,mode,bulk_bytes,interval_ms,concurrency,lag_ms");
    assertThat(printed.toString()).contains("controller / best fixed: 1.000");
  }
}
