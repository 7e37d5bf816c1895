package io.spillway.bench;

import io.spillway.bench.BulkRun.Point;
import io.spillway.bench.report.Machine;
import io.spillway.search.bulk.BulkBounds;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.ControllerConfig.Pace;
import io.spillway.search.bulk.Guardrails;
import io.spillway.testing.EngineProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleFunction;

/**
 * The bulk controller, the best fixed setting of a sweep, and Flink's own congestion control with
 * AIMD, through the same scenario. Results are written as CSV, one a contender.
 */
public final class BulkBench {
  private static final long TICK_MS = 10;
  private static final long SEED = 17;
  private static final int KIB = 1024;
  private static final int LONGEST_ANSWER_SECONDS = 30;

  /** Under saturation only this last part counts: before, limits are still being found. */
  private static final double SETTLED = 0.5;

  private static final double ALLOWED_LAG_SHARE = 1.1;

  /** A lag that the longest flush interval alone may make. */
  private static final long CAUGHT_UP_MS = 2_000;

  private final Settings settings;
  private final PrintWriter out;

  /**
   * What is to be run.
   *
   * @param scenario steady, step, fault or saturate
   * @param engine {@code model}, {@code real} or the URL of an engine
   * @param engines folder of the engines' modules, for {@code real}
   * @param seconds length of one run; virtual with the model
   * @param perSecond documents of 1 kB a second
   * @param poison share of documents that are refused for good
   * @param cooldownMs of the controller; its window is a third
   * @param folder where results go
   */
  public record Settings(
      String scenario,
      String engine,
      Path engines,
      int seconds,
      double perSecond,
      double poison,
      long cooldownMs,
      Path folder) {
    boolean virtual() {
      return engine.equals("model");
    }
  }

  /**
   * What one contender did.
   *
   * @param perSecond documents finished a second over the run; under saturation over its second
   *     half
   * @param worstLagMs largest lag in that time
   * @param redShare share of the observations of that time beyond a red line
   * @param changes of the limits in that time
   * @param recoveryMs from the end of the fault until the backlog is gone; -1 where there was no
   *     fault, {@link Long#MAX_VALUE} where it isn't gone at the end
   */
  public record Result(
      String name,
      double perSecond,
      long worstLagMs,
      double redShare,
      int changes,
      long recoveryMs,
      List<Point> points) {}

  private interface Engine {
    BulkTarget fresh() throws IOException, InterruptedException;
  }

  public BulkBench(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /** Runs all contenders; gives the controller's result, the best fixed one's, and Flink's. */
  public List<Result> run() throws IOException, InterruptedException {
    return run(true);
  }

  /**
   * The same.
   *
   * @param withSweep whether fixed settings run too
   */
  List<Result> run(boolean withSweep) throws IOException, InterruptedException {
    Files.createDirectories(settings.folder());
    if (settings.virtual()) {
      return run(withSweep, () -> new ModelTarget(settings.poison(), SEED));
    }
    if (!settings.engine().equals("real")) {
      return run(withSweep, () -> new RealTarget(settings.engine(), null, settings.poison()));
    }
    Path home = Files.createTempDirectory("spillway-bench-engine");
    try (EngineProcess engine =
        new EngineProcess(
            settings.engines(),
            EngineProcess.Engine.ELASTICSEARCH,
            home,
            "action.auto_create_index=false")) {
      warmUp(engine);
      return run(withSweep, () -> new RealTarget(engine.url(), engine, settings.poison()));
    }
  }

  /** A cold engine is a third as fast as a warm one. */
  private void warmUp(EngineProcess engine) throws IOException, InterruptedException {
    out.println("warming the engine up");
    int seconds = Math.min(20, settings.seconds());
    try (BulkTarget target = new RealTarget(engine.url(), engine, 0)) {
      BulkPacing pacing = new BulkPacing.Fixed(new BulkLimits(512 * KIB, 100, 4));
      drive(pacing, target, seconds, s -> 1e5, s -> false);
    }
  }

  private List<Result> run(boolean withSweep, Engine engine)
      throws IOException, InterruptedException {
    ControllerConfig config = config();
    BulkPacing.Controlled controlled = new BulkPacing.Controlled(config, 1);
    Result ours = measure("controller", controlled, engine);
    Files.write(settings.folder().resolve(file("controller") + ".log"), controlled.changes);
    List<Result> others = new ArrayList<>();
    if (withSweep) {
      others.add(sweep(engine));
    }
    others.add(measure("flink-aimd", new BulkPacing.FlinkAimd(config.bounds().max()), engine));
    List<Result> results = new ArrayList<>(List.of(ours));
    results.addAll(others);
    for (Result result : results) {
      write(result);
    }
    for (Result other : others) {
      out.printf(
          Locale.ROOT,
          "controller / %s: %.3f%n",
          withSweep && other == others.get(0) ? "best fixed" : other.name(),
          ours.perSecond() / other.perSecond());
    }
    out.println("CSV in " + settings.folder() + "; scripts/bench-chart draws them");
    return results;
  }

  private ControllerConfig config() {
    Pace pace = Pace.DEFAULT;
    return new ControllerConfig(
        BulkBounds.DEFAULT,
        Guardrails.DEFAULT,
        ControllerConfig.Thresholds.DEFAULT,
        new Pace(
            Math.max(10, settings.cooldownMs() / 3),
            settings.cooldownMs(),
            pace.minPauseMs(),
            pace.maxPauseMs()));
  }

  /** The fixed setting that finishes most, among those that don't hurt the engine. */
  private Result sweep(Engine engine) throws IOException, InterruptedException {
    Result best = null;
    int[] sizes =
        settings.virtual()
            ? new int[] {128, 512, 1024, 2048, 4096, 8192}
            : new int[] {256, 1024, 4096};
    int[] requests = settings.virtual() ? new int[] {1, 2, 3, 4, 5, 6, 8} : new int[] {1, 2, 4};
    for (int size : sizes) {
      for (int concurrency : requests) {
        BulkLimits limits = new BulkLimits(size * KIB, 500, concurrency);
        Result result =
            measure("fixed-" + size + "k-x" + concurrency, new BulkPacing.Fixed(limits), engine);
        if (best == null || better(result, best)) {
          best = result;
        }
      }
    }
    return best;
  }

  private static boolean better(Result one, Result other) {
    boolean hurts = one.redShare() > 0.01;
    boolean otherHurts = other.redShare() > 0.01;
    if (hurts != otherHurts) {
      return otherHurts;
    }
    boolean same = Math.abs(one.perSecond() - other.perSecond()) < 0.005 * other.perSecond();
    return same
        ? one.worstLagMs() * ALLOWED_LAG_SHARE < other.worstLagMs()
        : one.perSecond() > other.perSecond();
  }

  private Result measure(String name, BulkPacing pacing, Engine engine)
      throws IOException, InterruptedException {
    BulkScenario scenario = BulkScenario.valueOf(settings.scenario().toUpperCase(Locale.ROOT));
    List<Point> points;
    try (BulkTarget target = engine.fresh()) {
      points =
          drive(
              pacing,
              target,
              settings.seconds(),
              share -> scenario.rate(share, settings.perSecond()),
              scenario::refuses);
    }
    Result result =
        result(
            name,
            points,
            scenario == BulkScenario.SATURATE ? SETTLED : 0,
            scenario == BulkScenario.FAULT ? recoveryMs(points) : -1);
    out.printf(
        Locale.ROOT,
        "%-18s %9.0f docs/s  worst lag %7.1f s  red %5.1f %%  %3d changes%s%n",
        name,
        result.perSecond(),
        result.worstLagMs() / 1000.0,
        100 * result.redShare(),
        result.changes(),
        recovery(result.recoveryMs()));
    out.flush();
    return result;
  }

  private static String recovery(long ms) {
    if (ms < 0) {
      return "";
    }
    return ms == Long.MAX_VALUE
        ? "  backlog not gone"
        : String.format(Locale.ROOT, "  backlog gone %5.1f s after the fault", ms / 1000.0);
  }

  private long recoveryMs(List<Point> points) {
    long end = ms(BulkScenario.FAULT_ENDS);
    return points.stream()
        .filter(point -> point.ms() >= end && point.lagMs() < CAUGHT_UP_MS)
        .mapToLong(point -> point.ms() - end)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** A share of the run in ms. */
  private long ms(double share) {
    return (long) (share * TimeUnit.SECONDS.toMillis(settings.seconds()));
  }

  private interface Refusal {
    boolean at(double share);
  }

  private List<Point> drive(
      BulkPacing pacing,
      BulkTarget target,
      int seconds,
      DoubleFunction<Double> rate,
      Refusal fault) {
    long lengthMs = TimeUnit.SECONDS.toMillis(seconds);
    long window = Math.max(10, settings.cooldownMs() / 3);
    BulkRun run = new BulkRun(pacing, target, window, 1);
    boolean refusing = false;
    long startNs = System.nanoTime();
    long last = 1;
    for (long now = 1; now < lengthMs; ) {
      double share = (double) now / lengthMs;
      if (fault.at(share) != refusing) {
        refusing = !refusing;
        target.refuse(refusing);
      }
      run.advance(now, now - last, rate.apply(share));
      last = now;
      now += TICK_MS;
      if (!settings.virtual()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        now = 1 + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
      }
    }
    if (refusing) {
      target.refuse(false);
    }
    if (!settings.virtual()) {
      settle(run);
    }
    return run.points;
  }

  /** What is still on its way would be work for the next contender's engine. */
  private static void settle(BulkRun run) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_ANSWER_SECONDS);
    while (!run.settled() && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private static Result result(String name, List<Point> all, double from, long recoveryMs) {
    List<Point> points = all.subList((int) (all.size() * from), all.size());
    Point first = points.get(0);
    Point last = points.get(points.size() - 1);
    double perSecond = 1000.0 * (last.stored() - first.stored()) / (last.ms() - first.ms());
    long worst = points.stream().mapToLong(Point::lagMs).max().orElse(0);
    Guardrails rails = Guardrails.DEFAULT;
    long red =
        points.stream()
            .filter(
                p -> p.rejectRate() > rails.rejects().red() || p.p95Ms() > rails.latencyMs().red())
            .count();
    int changes = 0;
    for (int i = 1; i < points.size(); i++) {
      changes += points.get(i).limits().equals(points.get(i - 1).limits()) ? 0 : 1;
    }
    return new Result(
        name, perSecond, worst, (double) red / points.size(), changes, recoveryMs, all);
  }

  private String file(String name) {
    return settings.scenario() + "-" + (settings.virtual() ? "model" : "real") + "-" + name;
  }

  private void write(Result result) throws IOException {
    Path folder = settings.folder();
    String name = file(result.name());
    boolean faulty = settings.scenario().equals("fault");
    List<Long> fault =
        faulty ? List.of(ms(BulkScenario.FAULT_BEGINS), ms(BulkScenario.FAULT_ENDS)) : List.of();
    Files.write(
        folder.resolve(name + ".csv"),
        BulkReport.csv(Machine.here().line(), fault, result.points()));
  }

  /** What a run has seen, for tests. */
  public static List<String> modes(Result result) {
    List<String> modes = new ArrayList<>();
    for (Point point : result.points()) {
      if (modes.isEmpty() || !modes.get(modes.size() - 1).equals(point.mode())) {
        modes.add(point.mode());
      }
    }
    return modes;
  }
}
