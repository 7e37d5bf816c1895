package io.spillway.tools.run;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics.CompletedCheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;

/** The jobs of a running cluster, through its REST address. */
public final class ClusterJobs implements AutoCloseable {
  private static final long ANSWER_SECONDS = 2 * RestAccess.ANSWER.toSeconds() + 5;
  private static final long SAVEPOINT_SECONDS = 600;

  private final RestClusterClient<StandaloneClusterId> client;
  private final ClusterAddress address;

  private ClusterJobs(RestClusterClient<StandaloneClusterId> client, ClusterAddress address) {
    this.client = client;
    this.address = address;
  }

  /**
   * A job.
   *
   * @param state Flink's word for it, as {@code RUNNING}
   * @param startedMs in ms since 1970
   */
  public record Job(String id, String name, String state, long startedMs, boolean ended) {}

  /**
   * A job, looked at closely.
   *
   * @param tasks number of its tasks in each state, as {@code RUNNING}
   * @param checkpoint the newest complete one
   * @param completed number of checkpoints
   * @param failed number of checkpoints
   * @param restarts how often it was restored from a checkpoint
   */
  public record Details(
      Job job,
      Map<String, Integer> tasks,
      Optional<Checkpoint> checkpoint,
      int completed,
      int failed,
      int restarts) {
    /** Whether it runs with all of its tasks. */
    public boolean isWell() {
      return job.state().equals("RUNNING") && tasks.keySet().equals(java.util.Set.of("RUNNING"));
    }
  }

  /**
   * A complete checkpoint.
   *
   * @param endedMs in ms since 1970
   * @param path empty where Flink doesn't say
   */
  public record Checkpoint(long id, long endedMs, long bytes, String path) {}

  /** Connects; nothing is asked yet. */
  public static ClusterJobs at(ClusterAddress address) throws IOException {
    try {
      return new ClusterJobs(RestAccess.client(RestAccess.options(address)), address);
    } catch (Exception e) {
      throw new IOException("no client for " + address + ": " + RootCause.of(e), e);
    }
  }

  /** All jobs that the cluster knows, those that run first, the newest first. */
  public List<Job> all() throws IOException, InterruptedException {
    return answer(client.listJobs(), ANSWER_SECONDS).stream()
        .map(ClusterJobs::job)
        .sorted(
            Comparator.comparing(Job::ended)
                .thenComparing(Comparator.comparingLong(Job::startedMs).reversed()))
        .toList();
  }

  private static Job job(JobStatusMessage job) {
    return new Job(
        job.getJobId().toHexString(),
        job.getJobName(),
        job.getJobState().name(),
        job.getStartTime(),
        job.getJobState().isGloballyTerminalState());
  }

  /**
   * The job of this id or name: one that runs, else the one that has ended last.
   *
   * @throws NoSuchJobException where there is none, or where several run under the name
   */
  public Job find(String wanted) throws IOException, InterruptedException, NoSuchJobException {
    List<Job> all = all();
    List<Job> found =
        all.stream().filter(job -> job.id().equals(wanted) || job.name().equals(wanted)).toList();
    if (found.isEmpty()) {
      throw new NoSuchJobException(
          "the cluster at %s has no job %s; it has: %s".formatted(address, wanted, names(all)));
    }
    if (found.size() > 1 && !found.get(1).ended()) {
      throw new NoSuchJobException(
          "several jobs of that name run, so an id is needed: " + names(found));
    }
    return found.get(0);
  }

  private static String names(List<Job> jobs) {
    return jobs.isEmpty()
        ? "none"
        : String.join(", ", jobs.stream().map(job -> job.name() + " (" + job.id() + ")").toList());
  }

  /** How it is. */
  public Details details(Job job) throws IOException, InterruptedException {
    JobID id = JobID.fromHexString(job.id());
    JobDetailsInfo info = answer(client.getJobDetails(id), ANSWER_SECONDS);
    JobMessageParameters parameters = new JobMessageParameters();
    parameters.jobPathParameter.resolve(id);
    CheckpointingStatistics checkpoints =
        answer(
            client.sendRequest(
                CheckpointingStatisticsHeaders.getInstance(),
                parameters,
                EmptyRequestBody.getInstance()),
            ANSWER_SECONDS);
    Map<String, Integer> tasks = new java.util.TreeMap<>();
    for (Map.Entry<ExecutionState, Integer> entry : info.getJobVerticesPerState().entrySet()) {
      if (entry.getValue() > 0) {
        tasks.put(entry.getKey().name(), entry.getValue());
      }
    }
    return new Details(
        job,
        tasks,
        Optional.ofNullable(checkpoints.getLatestCheckpoints().getCompletedCheckpointStatistics())
            .map(ClusterJobs::checkpoint),
        (int) checkpoints.getCounts().getNumberCompletedCheckpoints(),
        (int) checkpoints.getCounts().getNumberFailedCheckpoints(),
        (int) checkpoints.getCounts().getNumberRestoredCheckpoints());
  }

  private static Checkpoint checkpoint(CompletedCheckpointStatistics newest) {
    String path = newest.getExternalPath();
    return new Checkpoint(
        newest.getId(),
        newest.getTriggerTimestamp() + newest.getDuration(),
        newest.getStateSize(),
        path == null ? "" : path);
  }

  /**
   * Takes a savepoint; the job goes on.
   *
   * @param folder where it goes; null for the cluster's own folder
   * @return its path
   */
  public String savepoint(Job job, String folder) throws IOException, InterruptedException {
    return answer(
        client.triggerSavepoint(
            JobID.fromHexString(job.id()), folder, SavepointFormatType.CANONICAL),
        SAVEPOINT_SECONDS);
  }

  /**
   * Ends a job in order, with a savepoint: all that was read up to it is committed or in it.
   *
   * @param folder as for {@link #savepoint}
   * @return its path
   */
  public String stop(Job job, String folder) throws IOException, InterruptedException {
    return answer(
        client.stopWithSavepoint(
            JobID.fromHexString(job.id()), false, folder, SavepointFormatType.CANONICAL),
        SAVEPOINT_SECONDS);
  }

  private <T> T answer(CompletableFuture<T> asked, long seconds)
      throws IOException, InterruptedException {
    try {
      return asked.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(
          "the cluster at %s did not do it: %s"
              .formatted(
                  address,
                  e instanceof java.util.concurrent.TimeoutException
                      ? "no answer within " + seconds + " s"
                      : RootCause.of(e)),
          e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** The job that was asked for is not there. */
  public static final class NoSuchJobException extends Exception {
    private static final long serialVersionUID = 1L;

    NoSuchJobException(String message) {
      super(message);
    }
  }
}
