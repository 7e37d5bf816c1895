package io.spillway.bench;

import io.spillway.bench.report.Machine;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.testing.EngineProcess.Engine;
import io.spillway.tools.JobJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench bulk}: the search sink's controller under load. */
@Command(
    name = "bulk",
    description = {
      "Lets the bulk controller, fixed settings, and Flink's own congestion control send the same",
      "load to a model of an engine in virtual time, or to a real one; writes CSV."
    },
    mixinStandardHelpOptions = true)
final class BenchBulkCommand implements Callable<Integer> {
  private static final List<String> SCENARIOS = List.of("steady", "step", "fault", "saturate");

  @Spec private CommandSpec spec;

  @Option(
      names = "--scenario",
      required = true,
      description = "steady, step (the load doubles), fault (a tenth of the run) or saturate.")
  private String scenario;

  @Option(
      names = "--engine",
      defaultValue = "model",
      description =
          "model, real (a node of its own from testing/elasticsearch) or the URL of one, whose indices"
              + " spillway-bench-N are made anew (default: ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--seconds",
      description = "Length of a run (default: 3600 of virtual time, 60 of real time).")
  private Integer seconds;

  @Option(
      names = "--rate",
      defaultValue = "4000",
      description = "Documents of 1 kB a second, at first (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--poison",
      defaultValue = "0",
      description = "Share of documents that the engine refuses for good (default: none).")
  private double poison;

  @Option(
      names = "--cooldown",
      description = "Seconds between two steps (default: 30, 3 with a real engine).")
  private Integer cooldown;

  @Option(
      names = "--no-sweep",
      description = "Without the fixed settings: only what scripts/bench-chart needs.")
  private boolean withoutSweep;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/bench-bulk",
      description = "Where the CSV goes (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() {
    boolean model = engine.equals("model");
    boolean url = !model && !engine.equals("real");
    check(SCENARIOS.contains(scenario), "--scenario must be one of " + SCENARIOS);
    check(!url || engine.startsWith("http"), "--engine must be model, real or a URL");
    check(!url || !scenario.equals("fault"), "a fault needs --engine model or real");
    int length = seconds != null ? seconds : model ? 3600 : 60;
    int pause = cooldown != null ? cooldown : model ? 30 : 3;
    check(length > 1 && rate > 0 && pause > 0, "numbers must be above 0");
    check(poison >= 0 && poison < 1, "--poison must be from 0 to below 1");
    spec.commandLine().getOut().println(Machine.here().line());
    try {
      new BulkBench(
              new BulkBench.Settings(
                  scenario, engine, engines(), length, rate, poison, pause * 1000L, folder),
              spec.commandLine().getOut())
          .run(!withoutSweep);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "the run has failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.FAILED, "interrupted", e);
    }
  }

  private void check(boolean holds, String message) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  /** Beside the jar that this runs from: ROOT/job/target/spillway-job.jar. */
  private Path engines() {
    if (!engine.equals("real")) {
      return Path.of("");
    }
    Optional<Path> found =
        JobJar.locate(Optional.empty())
            .map(jar -> jar.resolve("../../../testing").normalize())
            .filter(Engine.ELASTICSEARCH::isBuilt);
    return found.orElseThrow(
        () ->
            new CommandException(
                ExitCode.ENVIRONMENT,
                "the engine isn't built: mvn -pl testing/elasticsearch compile",
                null));
  }
}
