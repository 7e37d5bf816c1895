package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.report.PageServer;
import io.spillway.tools.report.PipelineReport;
import io.spillway.tools.report.ReportPage;
import io.spillway.tools.run.DiskSpace;
import io.spillway.tools.run.EmbeddedRun;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.InterruptedRunException;
import io.spillway.tools.run.Interruption;
import io.spillway.tools.run.ProgressLines;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.run.UndeliveredException;
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import io.spillway.tools.start.RunLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.util.ExceptionUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway run}: the pipeline in this process. */
@Command(
    name = "run",
    description = {
      "Runs a pipeline in this process until its input ends, or for ever. Goes on from where the"
          + " last",
      "run has stopped; does nothing where that has delivered the input to its end.",
      "Ctrl-C takes a last checkpoint; the same command then goes on.",
      "Exit code 0: the input has been delivered; 1: the job has failed, or starting it would"
          + " deliver",
      "rows again; 2: the file is not valid; 3: a folder or topic is missing; 130: ended by Ctrl-C."
    })
public final class RunCommand implements Callable<Integer> {
  private static final OptionRange PORT = OptionRange.port("--ui-port", 1);

  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Option(
      names = "--fresh",
      description = {
        "Begin anew on purpose: read all input and deliver it again, whatever was delivered"
            + " before.",
        "Without it a run goes on from the newest checkpoint, and starts where there is none."
      })
  private boolean fresh;

  @Option(
      names = "--recover",
      description = {
        "Where rows are in the bucket and no checkpoint is left: read the topics from"
            + " sources[].start on and",
        "drop the rows that stand in the bucket. The topics must still have all others. Folders of"
            + " files need no",
        "such word."
      })
  private boolean recover;

  @Option(
      names = "--resume",
      description = "Go on from the newest checkpoint, which is done anyway. Not with --fresh.")
  private boolean resume;

  @Option(
      names = "--progress",
      paramLabel = "TIME",
      description = {
        "Time between two lines of progress, as 10 s; 0 s for none. Default: 1 s in place on a"
            + " terminal,",
        "else a line each 30 s."
      })
  private Duration progress;

  @Option(
      names = "--ui",
      description = {
        "Serve Flink's web pages (see --ui-port), and at the next port, for this machine alone, what"
            + " report",
        "writes, made anew whenever it is opened."
      })
  private boolean ui;

  @Option(
      names = "--ui-port",
      defaultValue = "8081",
      description = "Port of the web pages (default: ${DEFAULT-VALUE}).")
  private int uiPort;

  @Option(
      names = "--ui-address",
      paramLabel = "ADDRESS",
      description = {
        "Address of the web pages; without it only this machine reaches them. Any other one opens",
        "Flink's REST to all who reach it: they can read configuration and logs, cancel the job,",
        "and run code in this process. Nobody asks for a password. 0.0.0.0 is every network."
      })
  private String uiAddress;

  @Override
  public Integer call() {
    if (fresh && resume) {
      throw new CommandException(ExitCode.USAGE, "--fresh and --resume contradict each other");
    }
    if (uiAddress != null && !ui) {
      throw new ParameterException(spec.commandLine(), "--ui-address needs --ui");
    }
    PORT.check(uiPort, spec);
    if (progress != null && progress.isNegative()) {
      throw new ParameterException(spec.commandLine(), "--progress must not be negative");
    }
    PipelineConfig config = pipeline.load(main.environment());
    Surroundings.require(config, pipeline.file(), spec.commandLine().getErr());
    return run(config, spec.commandLine().getOut());
  }

  private int run(PipelineConfig config, PrintWriter out) {
    FileSystems.initialize(config);
    ProgressLines lines = ProgressLines.standard(System.console() != null);
    EmbeddedRun run =
        new EmbeddedRun(config, out).printing(progress == null ? lines : lines.each(progress));
    try (RunLock lock = PipelineStart.lock(config);
        Interruption interruption = Interruption.listen()) {
      PipelineStart start = PipelineStart.of(config);
      Optional<String> otherFiles = start.refusalOfFiles();
      if (otherFiles.isPresent()) {
        throw new CommandException(ExitCode.FAILED, otherFiles.get());
      }
      Optional<String> owned = fresh ? Optional.empty() : start.refusal();
      if (owned.isPresent()) {
        throw new CommandException(ExitCode.FAILED, owned.get() + ", or take it over with --fresh");
      }
      if (!begun(run, start, start.decide(fresh, false, recover, out::println), out)) {
        return ExitCode.OK;
      }
      try (PageServer page = ui ? serve(run, config, out) : null) {
        warn(run);
        run.until(interruption);
        deliver(run, start);
      }
      return ExitCode.OK;
    } catch (InterruptedRunException e) {
      out.println(e.getMessage());
      out.println("go on with: bin/spillway run " + pipeline.file());
      out.flush();
      return e.exitCode();
    } catch (CommandException e) {
      throw e;
    } catch (RunLock.HeldException e) {
      throw new CommandException(ExitCode.FAILED, e.getMessage() + ": end that first", e);
    } catch (Exception e) {
      if (ExceptionUtils.findThrowable(e, JobCancellationException.class).isPresent()) {
        throw new CommandException(
            ExitCode.FAILED,
            "the job was cancelled through Flink's REST; go on with: bin/spillway run "
                + pipeline.file(),
            e);
      }
      String why = RootCause.text(e) + DiskSpace.whereThatIsWhy(e, config);
      throw new CommandException(ExitCode.FAILED, "the job has failed: " + why, e);
    }
  }

  private void deliver(EmbeddedRun run, PipelineStart start) throws Exception {
    try {
      run.run(ui);
    } catch (UndeliveredException e) {
      // the input has been read to its end all the same, and what is missing has been reported
      start.ends(Instant.now());
      throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
    }
    start.ends(Instant.now());
  }

  private PageServer serve(EmbeddedRun run, PipelineConfig config, PrintWriter out)
      throws IOException {
    run.withUi(uiPort);
    if (uiAddress != null) {
      run.at(uiAddress);
    }
    PageServer page = PageServer.start(uiPort == PORT.most() ? 0 : uiPort + 1, () -> page(config));
    out.println("web pages at " + run.url() + ", the report of this run at " + page.url());
    out.flush();
    return page;
  }

  private String page(PipelineConfig config) throws IOException {
    PipelineReport report = ReportCommand.of(config);
    EmbeddedRun.metrics(report::metric);
    return new ReportPage(report, pipeline.file().toString(), Instant.now()).html();
  }

  private void warn(EmbeddedRun run) {
    PrintWriter err = spec.commandLine().getErr();
    run.opened().forEach(line -> err.println("WARN " + line));
    err.flush();
  }

  /** False where there is nothing to do. */
  private boolean begun(EmbeddedRun run, PipelineStart start, Decision decision, PrintWriter out)
      throws IOException {
    if (decision instanceof Decision.Refuse refused) {
      throw new CommandException(ExitCode.FAILED, refused.why());
    }
    if (decision instanceof Decision.NothingNew nothing) {
      out.println(nothing.why());
      return false;
    }
    if (decision instanceof Decision.Resume resume) {
      out.println("resuming from " + shown(resume.checkpoint()));
      resume.restoration().told().forEach(out::println);
      run.from(resume.checkpoint(), resume.restoration());
      run.claiming(start.resumes(resume, false));
    } else if (decision instanceof Decision.Begin begin) {
      out.println(begin.why());
      if (!fresh && start.isBehindLastRun()) {
        run.behindLastRun();
      }
      run.claiming(start.begins(fresh, begin.again()));
    }
    return true;
  }

  /** A local path as people write it. */
  private static String shown(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.getPath() : path.toString();
  }
}
