package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.orphans.OrphanAudit;
import io.spillway.tools.orphans.OrphanReport;
import io.spillway.tools.run.CheckpointPlaces;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway storage}: what lies in a bucket beside what its readers see. */
@Command(
    name = "storage",
    description = "Looks after what lies in a bucket beside what its readers see.",
    synopsisSubcommandLabel = "COMMAND")
final class BucketCommand implements Runnable {
  /** File systems without uploads. */
  private static final Set<String> FILES_ALONE = Set.of("file", "hdfs");

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "orphans?");
  }

  @Command(
      name = "orphans",
      mixinStandardHelpOptions = true,
      description = {
        "Lists uploads and temporary files in the pipeline's bucket that neither one of its"
            + " retained",
        "checkpoints nor a savepoint named with --keep would complete, and removes them with"
            + " --delete.",
        "Exit code: 0 done; 2 wrong use; 3 the bucket or something kept can't be read: nothing is",
        "removed then."
      })
  int orphans(
      @Mixin PipelineArgument pipeline,
      @Option(names = "--delete", description = "Remove them; by default they are only listed.")
          boolean delete,
      @Option(
              names = "--keep",
              paramLabel = "SAVEPOINT",
              description = {
                "A savepoint, or a folder of some, that may be restored yet; may be repeated.",
                "Checkpoints in the pipeline's checkpoint folder are kept anyway."
              })
          List<String> keep,
      @Option(
              names = "--older-than",
              defaultValue = "24 h",
              paramLabel = "TIME",
              description = {
                "Leave alone what is younger (default: ${DEFAULT-VALUE}): a job that runs has"
                    + " uploads",
                "that no complete checkpoint knows yet."
              })
          Duration olderThan,
      @Option(
              names = "--stateless",
              description = {
                "Nothing will be restored: delete although there is neither a checkpoint nor"
                    + " --keep."
              })
          boolean stateless,
      @Option(names = "--json", description = "Print one JSON object.") boolean json) {
    PipelineConfig config = pipeline.load(main.environment());
    Path root =
        new Path(
            config
                .storage()
                .orElseThrow(
                    () ->
                        new CommandException(
                            ExitCode.USAGE, pipeline.file() + " has no section storage"))
                .path());
    long leastAgeMs = olderThan.toMillis();
    FileSystems.initialize(config);
    List<Path> savepoints =
        Optional.ofNullable(keep).orElse(List.of()).stream().map(VerifyCommand::root).toList();
    try {
      OrphanAudit audit = new OrphanAudit(root, CheckpointPlaces.shared(config), savepoints);
      OrphanReport report = audit.look(System.currentTimeMillis(), leastAgeMs);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        remove(audit, report, delete, stateless);
        out.println(line(report, delete));
        return ExitCode.OK;
      }
      report.print(out);
      if (!audit.knowsUploads() && !FILES_ALONE.contains(root.toUri().getScheme())) {
        out.println(
            "uploads of this file system can't be asked for: only files were looked at. In an S3"
                + " bucket flink-s3-fs-hadoop finds those of flink-s3-fs-native, too");
      }
      if (remove(audit, report, delete, stateless)) {
        out.println("removed " + report.orphans().size());
      }
      return ExitCode.OK;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "nothing is removed: " + RootCause.of(e), e);
    }
  }

  private static boolean remove(
      OrphanAudit audit, OrphanReport report, boolean delete, boolean stateless)
      throws IOException {
    if (!delete || report.orphans().isEmpty()) {
      return false;
    }
    requireState(report, stateless);
    audit.delete(report);
    return true;
  }

  private static JsonLine line(OrphanReport report, boolean deleted) {
    return new JsonLine()
        .put("orphans", report.values())
        .put("needed", report.needed())
        .put("young", report.young())
        .put("kept", report.kept().stream().map(Path::toString).toList())
        .put("removed", deleted ? report.orphans().size() : 0);
  }

  private static void requireState(OrphanReport report, boolean stateless) {
    if (report.kept().isEmpty() && !stateless) {
      throw new CommandException(
          ExitCode.USAGE,
          "nothing is removed: there is no checkpoint in the pipeline's checkpoint folder; name"
              + " what is to be restored with --keep, or say --stateless");
    }
  }
}
