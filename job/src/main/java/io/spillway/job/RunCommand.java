package io.spillway.job;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.EarlierEvents;
import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.cursor.LogLocation;
import io.spillway.job.run.EmbeddedRun;
import io.spillway.job.run.FileSystems;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
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
      "Runs a pipeline in this process until its input ends, or for ever.",
      "Exit code 0: the input has been delivered; 1: the job has failed; 2: the file is not valid;",
      "3: a folder or topic is missing."
    })
final class RunCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Option(
      names = "--resume",
      description = "Go on from the newest complete checkpoint; from the start if there is none.")
  private boolean resume;

  @Option(names = "--ui", description = "Serve Flink's web pages (see --ui-port).")
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
    if (uiAddress != null && !ui) {
      throw new ParameterException(spec.commandLine(), "--ui-address needs --ui");
    }
    PipelineConfig config = pipeline.load(main.environment());
    Surroundings.require(config, pipeline.file(), spec.commandLine().getErr());
    return run(config, spec.commandLine().getOut());
  }

  private int run(PipelineConfig config, PrintWriter out) {
    FileSystems.initialize(config);
    EmbeddedRun run = new EmbeddedRun(config, out);
    try {
      if (resume && !resume(run, config, out)) {
        return ExitCode.OK;
      }
      if (ui) {
        serve(run, out);
      }
      warn(run);
      run.run(ui);
      return ExitCode.OK;
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "the job has failed: " + cause(e), e);
    }
  }

  private void serve(EmbeddedRun run, PrintWriter out) {
    run.withUi(uiPort);
    if (uiAddress != null) {
      run.at(uiAddress);
    }
    out.println("web pages at " + run.url());
  }

  private void warn(EmbeddedRun run) {
    PrintWriter err = spec.commandLine().getErr();
    run.opened().forEach(line -> err.println("WARN " + line));
    err.flush();
  }

  /** False where the last run has come to its end. */
  private static boolean resume(EmbeddedRun run, PipelineConfig config, PrintWriter out)
      throws IOException {
    Optional<Path> newest = run.newestCheckpoint();
    if (newest.isPresent()) {
      out.println("resuming from " + shown(newest.get()));
      run.from(newest.get());
      return true;
    }
    // files appear only behind a complete checkpoint, and Flink deletes those when a job has
    // finished
    if (config.storage().isPresent()
        && (hasMetadata(new Path(config.storage().get().path())) || hasEvents(config))) {
      out.println(
          "nothing to resume: the output is there and no checkpoint is, so the last run has read its"
              + " input to the end. Run without --resume to read it again.");
      return false;
    }
    out.println("no checkpoint yet: starting from the beginning");
    return true;
  }

  private static boolean hasMetadata(Path output) throws IOException {
    return output.getFileSystem().exists(new Path(output, "metadata"));
  }

  /** A local path as people write it. */
  private static String shown(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.getPath() : path.toString();
  }

  /** Only HARVEST writes metadata; events, too, appear behind a complete checkpoint only. */
  private static boolean hasEvents(PipelineConfig config) throws IOException {
    EarlierEvents log = LogLocation.earlier(config.cursor().events());
    for (SourceConfig source : config.sources()) {
      SourceConfig.Reading reading = source.reading();
      Namespace namespace = new Namespace(reading.operation().name(), reading.namespace());
      if (log.newest(CursorKey.global(namespace, CursorKey.STORAGE)).isPresent()) {
        return true;
      }
    }
    return false;
  }

  static String cause(Exception e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message =
        root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return ExceptionUtils.findThrowable(e, OutOfMemoryError.class).isPresent()
        ? "out of memory: " + message
        : message;
  }
}
