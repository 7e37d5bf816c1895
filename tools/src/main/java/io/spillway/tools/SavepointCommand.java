package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway savepoint}: state to go back to, of a job that goes on. */
@Command(
    name = "savepoint",
    description = {
      "Takes a savepoint of a job on a Flink cluster; the job goes on.",
      "Exit code 0: taken; 1: there is no such job; 2: the file is not valid; 3: the cluster does not"
          + " answer, or",
      "can't take one."
    })
final class SavepointCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private JobArgument job;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = {
        "Where it goes. Default: savepoints/<pipeline.name> in pipeline.checkpoint-dir; of a job that"
            + " is given",
        "by its id, the cluster's own folder."
      })
  private String folder;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Optional<PipelineConfig> pipeline = job.pipeline(main.environment());
    String path =
        cluster.call(
            jobs ->
                jobs.savepoint(
                    jobs.find(job.wanted(pipeline)), JobArgument.folder(folder, pipeline)));
    spec.commandLine()
        .getOut()
        .println(
            json
                ? new JsonLine().put("savepoint", path).toString()
                : "savepoint " + JobArgument.shown(path));
    return ExitCode.OK;
  }
}
