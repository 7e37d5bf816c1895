package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineLoader;
import io.spillway.tools.demo.DemoFolder;
import io.spillway.tools.demo.DemoPaths;
import io.spillway.tools.demo.DemoPipeline;
import io.spillway.tools.demo.KilledRun;
import io.spillway.tools.demo.PlainSink;
import io.spillway.tools.run.EmbeddedRun;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.verify.BucketVerifier;
import io.spillway.tools.verify.DeliveryCount;
import io.spillway.tools.verify.StreamRows;
import io.spillway.tools.verify.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code spillway demo}: a made-up stream, delivered through a kill and compared with its input.
 */
@Command(
    name = "demo",
    description = {
      "Shows in a minute that no row is lost, doubled or put out of order.",
      "It makes up a change stream with hot and cold tables, DDLs and an upstream that repeats itself;",
      "delivers it to a folder, kills the process in the middle and goes on; delivers it with Flink's",
      "own file sink too; and counts in both what was lost, doubled or put out of order. It needs no",
      "other service.",
      "Exit code 0: every row is there once and in order; 1: not; 2: --out is something else than a"
          + " demo."
    })
final class DemoCommand implements Callable<Integer> {
  private static final OptionRange ROWS = new OptionRange("--rows", 100, 100_000_000);

  /** Share of the input's bytes that is readable when the process is killed. */
  private static final double KILLED_AT = 0.3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      defaultValue = "100000",
      description = "Rows to make up, 100 to 100000000 (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "spillway-out/demo",
      description =
          "Folder to work in; an earlier demo in it is deleted (default: ${DEFAULT-VALUE}).")
  private Path root;

  @Override
  public Integer call() {
    ROWS.check(rows, spec);
    try {
      DemoFolder folder = DemoFolder.claim(root);
      StreamRows sent = makeUp(folder);
      title("2/4", "delivering it, with a process that is killed in the middle");
      new KilledRun(folder, out(), (long) (KILLED_AT * bytes(folder.input()))).run();
      title("3/4", "delivering it with Flink's own file sink, which nobody kills, to compare");
      PlainSink.deliver(
          folder.input(),
          folder.plain(),
          EmbeddedRun.options(PipelineLoader.load(folder.pipeline(), Map.of())));
      title("4/4", "reading both results and comparing them with the input");
      return judge(folder, sent);
    } catch (DemoFolder.NotADemoException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.FAILED, "the demo in " + root + " failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.FAILED, "interrupted", e);
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "the demo failed: " + RootCause.text(e), e);
    }
  }

  private StreamRows makeUp(DemoFolder folder) throws IOException {
    title("1/4", "making up a change stream in " + folder.input());
    DemoPipeline.write(folder, rows);
    StreamRows sent = StreamRows.read(folder.input());
    print(
        "  %,d changed rows of %d tables, hot and cold, in %d partitions, with %d DDLs.",
        sent.distinct(), DemoPipeline.TABLES, DemoPipeline.PARTITIONS, sent.ddls());
    print(
        "  The upstream crashes %d times and sends again what it is not sure of: %,d rows come twice.",
        DemoPipeline.REPLAYS, sent.repeated());
    return sent;
  }

  private int judge(DemoFolder folder, StreamRows sent)
      throws IOException, InvalidPipelineException {
    DeliveryCount.Sums ours = DeliveryCount.of(sent, folder.output());
    DeliveryCount.Sums plain = DeliveryCount.of(sent, folder.plain());
    print("  %-24s %8s %8s %14s %12s", "", "lost", "twice", "out of order", "DDLs torn");
    row("Spillway, killed once", ours, sent);
    row("Flink's file sink", plain, sent);
    print(
        "  A row is out of order behind a newer one of its table. A DDL is torn when a reader meets");
    print("  a row of its table on the wrong side of it.");
    VerifyReport report =
        new BucketVerifier(false, BucketVerifier.REMEMBERED_ROWS)
            .verify(VerifyCommand.root(folder.output().toString()), (files, read, bytes) -> {});
    report.faults().forEach(fault -> print("  FAULT %s", fault));
    print(
        "  The layout's rules: %s in %,d files of %d tables, half of them larger than %,d bytes.",
        report.ok() ? "no fault" : "FAULTY",
        report.files().count(),
        report.files().tables(),
        report.files().medianBytes());
    print("");
    print("%d lost, %d twice, %d out of order", ours.lost(), ours.twice(), ours.outOfOrder());
    ReportCommand.write(
        ReportCommand.of(PipelineLoader.load(folder.pipeline(), Map.of())),
        folder.output().toString(),
        folder.report());
    print("report: %s", folder.report());
    print("");
    print("To look at next:");
    for (String command : DemoPaths.commands(folder)) {
      print("  %s", command);
    }
    return ours.isExact() && report.ok() ? ExitCode.OK : ExitCode.FAILED;
  }

  private void row(String who, DeliveryCount.Sums sums, StreamRows sent) {
    print(
        "  %-24s %,8d %,8d %,14d %12s",
        who, sums.lost(), sums.twice(), sums.outOfOrder(), sums.torn() + " of " + sent.ddls());
  }

  private void title(String step, String what) {
    print("%s  %s", step, what);
  }

  private void print(String form, Object... values) {
    out().println(String.format(Locale.ROOT, form, values));
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toFile).mapToLong(java.io.File::length).sum();
    }
  }
}
