package io.spillway.tools.run;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.JobClient;

/** Ends a job of this process so that the next run has nothing to do again. */
final class LastCheckpoint {
  private static final long CHECKPOINT_SECONDS = 60;
  private static final long CANCEL_SECONDS = 30;
  private static final long COMMIT_MS = 30_000;
  private static final long LOOK_MS = 500;

  private final Configuration options;
  private final JobClient job;
  private final LongSupplier sealed;
  private final LongSupplier committed;

  /**
   * @param options where its REST answers, among others
   * @param sealed files that have been sealed so far
   * @param committed files that have been committed so far
   */
  LastCheckpoint(
      Configuration options, JobClient job, LongSupplier sealed, LongSupplier committed) {
    this.options = options;
    this.job = job;
    this.sealed = sealed;
    this.committed = committed;
  }

  /**
   * Takes a checkpoint, leaves time for its commit, and cancels the job, which it does in any case.
   *
   * @return what became of it, for a person
   */
  String take() throws InterruptedException {
    String outcome;
    long due = sealed.getAsLong();
    try (RestClusterClient<StandaloneClusterId> client = RestAccess.client(options)) {
      long number =
          client
              .triggerCheckpoint(job.getJobID(), CheckpointType.DEFAULT)
              .get(CHECKPOINT_SECONDS, TimeUnit.SECONDS);
      awaitCommit(due);
      outcome = "stopped after checkpoint " + number;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      outcome =
          "stopped without a last checkpoint, the next run goes on from the one before: " + why(e);
    }
    try {
      job.cancel().get(CANCEL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      outcome += " (the job did not end in order: " + RootCause.of(e) + ")";
    }
    return outcome;
  }

  /** What Flink says of it has names of classes and ids that nobody can use here. */
  static String why(Exception failure) {
    if (failure instanceof TimeoutException) {
      return "it was not complete after " + CHECKPOINT_SECONDS + " s";
    }
    String cause = RootCause.of(failure);
    return cause.contains("is not being executed at the moment")
        ? "the job was not running, as after a failure (see the log)"
        : cause;
  }

  /**
   * What is not committed now is committed by the next run.
   *
   * @param due files that were sealed before the checkpoint, which has those then
   */
  private void awaitCommit(long due) throws InterruptedException {
    long last = -1;
    for (long waited = 0; waited < COMMIT_MS; waited += LOOK_MS) {
      long now = committed.getAsLong();
      if (now >= due && now == last) {
        return;
      }
      last = now;
      Thread.sleep(LOOK_MS);
    }
  }
}
