package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.tools.demo.DemoFolder;
import io.spillway.tools.demo.DemoMonitoring;
import io.spillway.tools.demo.DemoPaths;
import io.spillway.tools.demo.DemoPipeline;
import io.spillway.tools.demo.DemoTree;
import io.spillway.tools.run.EmbeddedRun;
import io.spillway.tools.verify.BucketVerifier;
import io.spillway.tools.verify.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway demo}: a made-up stream, delivered and verified, with nothing else running. */
@Command(
    name = "demo",
    description = {
      "Makes up a change stream with hot and cold tables, DDLs and replays, delivers it to a folder,",
      "and has the result verified. Needs no other service.",
      "Exit code 0: delivered and without a fault; 1: not; 2: --out is something else than a demo."
    })
final class DemoCommand implements Callable<Integer> {
  private static final long FEWEST_ROWS = 100;
  private static final long MOST_ROWS = 100_000_000;
  private static final Path RULES =
      Path.of(System.getProperty(ClusterCommand.ROOT, "."), "flink-conf", "alerts.yml");

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      defaultValue = "200000",
      description = "Rows to make up, 100 to 100000000 (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--out",
      defaultValue = "spillway-out/demo",
      description =
          "Folder to work in; an earlier demo in it is deleted (default: ${DEFAULT-VALUE}).")
  private Path root;

  @Option(
      names = "--with-monitoring",
      description = {
        "Start Prometheus beside it, with the alert rules of flink-conf, and show what it has seen.",
        "It must be on the PATH (Debian: apt-get install prometheus)."
      })
  private boolean monitored;

  @Override
  public Integer call() {
    if (rows < FEWEST_ROWS || rows > MOST_ROWS) {
      throw new ParameterException(
          spec.commandLine(),
          "--rows must be " + FEWEST_ROWS + " to " + MOST_ROWS + ", not " + rows);
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      Path prometheus = prometheus();
      DemoFolder folder = DemoFolder.claim(root);
      out.println("making up " + rows + " rows in " + folder.input());
      out.flush();
      DemoPipeline.write(folder, rows);
      out.println("running " + folder.pipeline());
      if (prometheus == null) {
        run(folder, out, null);
        return show(folder, out);
      }
      try (DemoMonitoring monitoring = DemoMonitoring.start(prometheus, folder, RULES)) {
        out.println("Prometheus  " + monitoring.url());
        run(folder, out, monitoring);
        int exitCode = show(folder, out);
        tell(monitoring, out);
        return exitCode;
      }
    } catch (DemoFolder.NotADemoException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't work in " + root + ": " + e, e);
    }
  }

  /** Where it is, or null where nobody has asked for it. */
  private Path prometheus() {
    if (!monitored) {
      return null;
    }
    return DemoMonitoring.installed(main.environment().getOrDefault("PATH", ""))
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.ENVIRONMENT,
                    "prometheus is not on the PATH (Debian: apt-get install prometheus)",
                    null));
  }

  private static void tell(DemoMonitoring monitoring, PrintWriter out) throws IOException {
    out.println();
    out.println("Prometheus has seen:");
    monitoring.seen().forEach(line -> out.println("  " + line));
    out.flush();
    if (System.console() != null) {
      out.println("It answers at " + monitoring.url() + " until you press Enter.");
      out.flush();
      System.console().readLine();
    }
  }

  private static void run(DemoFolder folder, PrintWriter out, DemoMonitoring monitoring)
      throws IOException {
    try {
      PipelineConfig config = PipelineLoader.load(folder.pipeline(), Map.of());
      EmbeddedRun run = new EmbeddedRun(config, out);
      if (monitoring != null) {
        run.withPrometheus(monitoring.jobPort());
      }
      run.run(false);
    } catch (InvalidPipelineException e) {
      throw new IllegalStateException("the demo's own pipeline file is not valid", e);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "the job has failed: " + RunCommand.cause(e), e);
    }
  }

  private int show(DemoFolder folder, PrintWriter out) throws IOException {
    out.println();
    out.println(folder.output() + "/");
    DemoTree.lines(folder.output()).forEach(out::println);
    out.println();
    VerifyReport report =
        new BucketVerifier(false, BucketVerifier.REMEMBERED_ROWS)
            .verify(VerifyCommand.root(folder.output().toString()), (files, read, bytes) -> {});
    out.println("verified   " + VerifyOutput.text(report));
    if (report.ok() && report.rows().duplicates() == 0) {
      out.println(
          "           The upstream was restarted "
              + DemoPipeline.REPLAYS
              + " times and sent rows again each time; every row is in the bucket once.");
    }
    out.println();
    out.println("To look at next:");
    DemoPaths.commands(folder).forEach(command -> out.println("  " + command));
    out.flush();
    return report.ok() ? ExitCode.OK : ExitCode.FAILED;
  }
}
