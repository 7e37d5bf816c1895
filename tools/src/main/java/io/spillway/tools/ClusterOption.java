package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.run.ClusterAddress;
import io.spillway.tools.run.ClusterJobs;
import io.spillway.tools.run.ClusterJobs.NoSuchJobException;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Which cluster a command is for. */
final class ClusterOption {
  @Option(
      names = "--jobmanager",
      paramLabel = "HOST:PORT",
      defaultValue = "localhost:8081",
      description = "Where the cluster's REST interface answers (default: ${DEFAULT-VALUE}).")
  private String jobManager;

  ClusterAddress address() {
    return ClusterAddress.parse(jobManager)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE, "--jobmanager is not HOST:PORT: " + jobManager));
  }

  /** What is done with the cluster's jobs. */
  interface Work<T> {
    T with(ClusterJobs jobs) throws IOException, InterruptedException, NoSuchJobException;
  }

  /** Does it; a job that is not there is a fault, a cluster that does not answer is missing. */
  <T> T call(Work<T> work) throws InterruptedException {
    try (ClusterJobs jobs = ClusterJobs.at(address())) {
      return work.with(jobs);
    } catch (NoSuchJobException e) {
      throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, e.getMessage(), e);
    }
  }
}
