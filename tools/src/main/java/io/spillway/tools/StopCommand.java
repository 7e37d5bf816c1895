package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway stop}: ends a job so that it can go on later. */
@Command(
    name = "stop",
    description = {
      "Ends a job on a Flink cluster in order, with a savepoint from which it can go on.",
      "Exit code 0: stopped; 1: there is no such job; 2: the file is not valid; 3: the cluster does not"
          + " answer,",
      "or can't take a savepoint: then the job goes on."
    })
final class StopCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private JobArgument job;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "Where the savepoint goes (default: as for savepoint).")
  private String folder;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Optional<PipelineConfig> pipeline = job.pipeline(main.environment());
    String path =
        cluster.call(
            jobs ->
                jobs.stop(jobs.find(job.wanted(pipeline)), JobArgument.folder(folder, pipeline)));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new JsonLine().put("savepoint", path));
    } else {
      out.println("stopped; savepoint " + JobArgument.shown(path));
      out.printf(
          "go on with: bin/spillway submit %s --jobmanager %s --savepoint %s%n",
          pipeline.isPresent() ? job.text() : "FILE", cluster.address(), path);
    }
    return ExitCode.OK;
  }
}
