package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway rescale}: stop and submit in one. */
@Command(
    name = "rescale",
    description = {
      "Stops a pipeline's job with a savepoint and submits it again with another parallelism.",
      "Exit code 0: handed over; 1: there is no such job, or it is refused; 2: the file is not valid; 3:"
          + " the cluster",
      "does not answer. Where the job was stopped and not handed over, the command that goes on is"
          + " printed."
    })
final class RescaleCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private JobArgument job;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Option(
      names = "--parallelism",
      required = true,
      paramLabel = "N",
      description = {
        "Subtasks from now on, 1 to 32767. Put it into pipeline.parallelism too: the next submit"
            + " takes that."
      })
  private int parallelism;

  @Option(names = "--json", description = "Print one JSON object, as submit does.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    OptionRange.PARALLELISM.check(parallelism, spec);
    Optional<PipelineConfig> pipeline = job.pipeline(main.environment());
    if (pipeline.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "rescale submits the job again, so it needs the pipeline file in place of " + job.text());
    }
    String savepoint =
        cluster.call(
            jobs -> jobs.stop(jobs.find(job.wanted(pipeline)), JobArgument.folder(null, pipeline)));
    List<String> submit =
        new ArrayList<>(
            List.of(
                job.text(),
                "--jobmanager",
                cluster.address().toString(),
                "--savepoint",
                savepoint,
                "--parallelism",
                Integer.toString(parallelism)));
    if (json) {
      submit.add("--json");
    } else {
      spec.commandLine().getOut().println("stopped; savepoint " + JobArgument.shown(savepoint));
    }
    CommandLine submitting = spec.parent().subcommands().get("submit");
    int exitCode = submitting.execute(submit.toArray(String[]::new));
    if (exitCode != ExitCode.OK) {
      spec.commandLine()
          .getErr()
          .println(
              "the job is stopped; go on with: bin/spillway submit " + String.join(" ", submit));
    }
    return exitCode;
  }
}
