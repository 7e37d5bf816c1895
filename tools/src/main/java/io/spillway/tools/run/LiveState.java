package io.spillway.tools.run;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.client.JobStatusMessage;

/**
 * The state of a job that runs, as of now: a savepoint that is taken for it and removed when it is
 * closed. The job goes on; nothing is committed for a savepoint, and no checkpoint is lost.
 */
public final class LiveState implements AutoCloseable {
  private static final long SAVEPOINT_MINUTES = 10;

  private final RestClusterClient<StandaloneClusterId> client;
  private final String path;

  private LiveState(RestClusterClient<StandaloneClusterId> client, String path) {
    this.client = client;
    this.path = path;
  }

  /**
   * Takes it.
   *
   * @param job its id, or its name where only one job of that name runs
   * @param folder where the savepoint goes for a while, or null for the cluster's own folder
   * @throws UnreachableClusterException where nobody answers
   * @throws IOException where there is no such job, or no savepoint can be taken
   */
  public static LiveState take(ClusterAddress address, String job, String folder)
      throws IOException, InterruptedException {
    Configuration options = RestAccess.options(address);
    RestClusterClient<StandaloneClusterId> client = null;
    boolean taken = false;
    try {
      client = RestAccess.client(options);
      JobID id = find(jobs(client, address), job);
      String path =
          client
              .triggerSavepoint(id, folder, SavepointFormatType.NATIVE)
              .get(SAVEPOINT_MINUTES, TimeUnit.MINUTES);
      taken = true;
      return new LiveState(client, path);
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("no savepoint of " + job + ": " + RootCause.of(e), e);
    } finally {
      if (client != null && !taken) {
        client.close();
      }
    }
  }

  private static Collection<JobStatusMessage> jobs(
      RestClusterClient<StandaloneClusterId> client, ClusterAddress address)
      throws UnreachableClusterException, InterruptedException {
    try {
      return client.listJobs().get(2 * RestAccess.ANSWER.toSeconds() + 5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new UnreachableClusterException(
          "no Flink cluster answers at " + address + " (" + RootCause.of(e) + ")", e);
    }
  }

  private static JobID find(Collection<JobStatusMessage> jobs, String wanted) throws IOException {
    List<JobStatusMessage> running =
        jobs.stream().filter(job -> !job.getJobState().isGloballyTerminalState()).toList();
    List<JobStatusMessage> found =
        running.stream()
            .filter(
                job ->
                    job.getJobId().toHexString().equals(wanted) || job.getJobName().equals(wanted))
            .toList();
    if (found.size() != 1) {
      throw new IOException(
          (found.isEmpty() ? "no job " : found.size() + " jobs ")
              + wanted
              + " among those that run: "
              + running.stream().map(job -> job.getJobId() + " " + job.getJobName()).toList());
    }
    return found.get(0).getJobId();
  }

  /** The savepoint. */
  public Path path() {
    return new Path(path);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    try (client) {
      var unused = client.disposeSavepoint(path).get(SAVEPOINT_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(path + " can't be removed: " + RootCause.of(e), e);
    }
  }
}
