package io.spillway.tools;

import io.spillway.job.ExitCode;
import io.spillway.tools.run.ClusterJobs;
import io.spillway.tools.run.ClusterJobs.Job;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spillway list}: the jobs of a cluster. */
@Command(
    name = "list",
    description = {
      "Lists the jobs of a Flink cluster, those that run first.",
      "Exit code 0: listed; 3: no cluster answers."
    })
final class ListCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print a JSON object for each job, one a line.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    List<Job> jobs = cluster.call(ClusterJobs::all);
    PrintWriter out = spec.commandLine().getOut();
    for (Job job : jobs) {
      out.println(
          json
              ? line(job).toString()
              : "%s  %-10s  since %s  %s"
                  .formatted(
                      job.id(), job.state(), Instant.ofEpochMilli(job.startedMs()), job.name()));
    }
    if (!json) {
      long running = jobs.stream().filter(job -> !job.ended()).count();
      out.printf("%d jobs, %d of them not ended%n", jobs.size(), running);
    }
    return ExitCode.OK;
  }

  static JsonLine line(Job job) {
    return new JsonLine()
        .put("job", job.id())
        .put("name", job.name())
        .put("state", job.state())
        .time("started", job.startedMs());
  }
}
