package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.job.PipelineFile;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.verify.BucketVerifier;
import io.spillway.tools.verify.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Paths;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Reads a bucket as its readers would. Exit code 0 without a fault, 1 with one, 3 if unreadable.
 */
@Command(
    name = "verify",
    description = {
      "Reads a whole bucket by the rules of its readers and reports where one doesn't hold.",
      "Rows may have any format that the storage sink writes.",
      "Exit code: 0 no fault, 1 faults, 3 the bucket can't be read."
    },
    mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {
  private static final int FAULTS = ExitCode.FAILED;
  private static final int UNREADABLE = ExitCode.ENVIRONMENT;
  private static final OptionRange REMEMBER = new OptionRange("--remember", 0, Integer.MAX_VALUE);
  private static final long PROGRESS_NANOS = 5_000_000_000L;

  @Parameters(
      paramLabel = "PATH",
      description = "Root of the bucket: a folder or a file system URI.")
  private String path;

  @Option(
      names = "--live",
      description = "Judge only what holds at any instant beside a running job.")
  private boolean live;

  @Option(names = "--json", description = "Print the report as one JSON object.")
  private boolean json;

  @Option(
      names = "--remember",
      paramLabel = "ROWS",
      description =
          "Rows per table among which duplicates are counted (default: ${DEFAULT-VALUE}).")
  private int remember = BucketVerifier.REMEMBERED_ROWS;

  @Option(
      names = "--pipeline",
      paramLabel = "FILE",
      description = "Reach the bucket with the Flink options of this pipeline file.")
  private java.nio.file.Path pipeline;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  private long lastProgress = System.nanoTime();

  @Override
  public Integer call() {
    REMEMBER.check(remember, spec);
    PrintWriter out = spec.commandLine().getOut();
    try {
      initializeFileSystems();
      VerifyReport report = new BucketVerifier(live, remember).verify(root(path), this::progress);
      out.println(json ? VerifyOutput.json(report) : VerifyOutput.text(report));
      out.flush();
      return report.ok() ? 0 : FAULTS;
    } catch (IOException e) {
      err().println("can't read " + path + ": " + e.getMessage());
      return UNREADABLE;
    }
  }

  private void initializeFileSystems() {
    if (pipeline == null) {
      FileSystems.initialize();
    } else {
      FileSystems.initialize(PipelineFile.load(pipeline, main.environment()));
    }
  }

  /** A path without a scheme is a local one, relative to the working directory. */
  public static Path root(String path) {
    return path.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")
        ? new Path(path)
        : new Path(Paths.get(path).toAbsolutePath().normalize().toUri());
  }

  private void progress(long files, long rows, long bytes) {
    long now = System.nanoTime();
    if (now - lastProgress >= PROGRESS_NANOS) {
      lastProgress = now;
      err().printf("%d files, %d rows, %d MiB read%n", files, rows, bytes >> 20);
    }
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
