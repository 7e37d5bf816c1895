package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.tools.run.ClusterJobs.Checkpoint;
import io.spillway.tools.run.ClusterJobs.Details;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway status}: one job of a cluster. */
@Command(
    name = "status",
    description = {
      "Shows how a job on a Flink cluster is.",
      "Exit code 0: it runs with all of its tasks; 1: it does not, or there is no such job; 2: the"
          + " file is not",
      "valid; 3: no cluster answers."
    })
final class StatusCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private JobArgument job;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Optional<PipelineConfig> pipeline = job.pipeline(main.environment());
    Details details = cluster.call(jobs -> jobs.details(jobs.find(job.wanted(pipeline))));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(line(details));
    } else {
      print(details, out);
    }
    return details.isWell() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void print(Details details, PrintWriter out) {
    out.printf(
        "job %s (%s) is %s since %s%n",
        details.job().id(),
        details.job().name(),
        details.job().state(),
        Instant.ofEpochMilli(details.job().startedMs()));
    out.println("tasks by state: " + details.tasks());
    out.printf(
        "checkpoints: %d complete, %d failed; restored %d times%n",
        details.completed(), details.failed(), details.restarts());
    if (details.checkpoint().isPresent()) {
      Checkpoint newest = details.checkpoint().get();
      out.printf(
          "newest checkpoint: number %d at %s, %,d bytes, %s%n",
          newest.id(), Instant.ofEpochMilli(newest.endedMs()), newest.bytes(), newest.path());
    } else {
      out.println("newest checkpoint: none yet, so no file is readable yet");
    }
  }

  private static JsonLine line(Details details) {
    JsonLine line =
        ListCommand.line(details.job())
            .put("well", details.isWell())
            .put("tasks", details.tasks())
            .put("checkpointsCompleted", details.completed())
            .put("checkpointsFailed", details.failed())
            .put("restored", details.restarts());
    Optional<Checkpoint> newest = details.checkpoint();
    return line.put(
        "checkpoint",
        newest
            .map(
                checkpoint ->
                    new JsonLine()
                        .put("id", checkpoint.id())
                        .time("at", checkpoint.endedMs())
                        .put("bytes", checkpoint.bytes())
                        .put("path", checkpoint.path())
                        .fields())
            .orElse(null));
  }
}
