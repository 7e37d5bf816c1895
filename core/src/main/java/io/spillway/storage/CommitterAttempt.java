package io.spillway.storage;

/**
 * One life of a job's committer. All of its subtasks share it.
 *
 * @param job id of the Flink job
 * @param execution id of the job's execution graph: another JobManager, or a changed parallelism,
 *     makes a new one
 * @param number of the attempt, grows within one execution graph
 * @param restored the checkpoint that it was restored from; -1 for none
 */
public record CommitterAttempt(String job, String execution, int number, long restored) {
  /** Of a bucket that no committer has claimed yet. */
  static final CommitterAttempt NONE = new CommitterAttempt("", "", -1, -1);

  public CommitterAttempt {
    job = job == null ? "" : job;
    execution = execution == null ? "" : execution;
  }

  /** Whether this is the same life, seen from any of its subtasks. */
  boolean isSameAs(CommitterAttempt other) {
    return job.equals(other.job) && execution.equals(other.execution) && number == other.number;
  }

  @Override
  public String toString() {
    return "job " + job + ", attempt " + number + " of execution " + execution;
  }
}
