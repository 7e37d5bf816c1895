package io.spillway.metrics;

import java.util.List;
import java.util.Locale;

/**
 * What a person must know of one metric.
 *
 * @param name as registered
 * @param type how its value moves
 * @param unit of its value; empty for a plain number
 * @param stage the operator that registers it
 * @param labels sub-groups with a value, in their order
 * @param presence when it is there
 * @param help one line
 */
public record KnownMetric(
    String name,
    Type type,
    String unit,
    Stage stage,
    List<String> labels,
    Presence presence,
    String help) {

  /** Flink's scope of an operator's metrics; the job's own group follows. */
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";

  private static final String IN_JOB_MANAGER =
      "flink_jobmanager_job_operator_coordinator_enumerator_";

  /** How a value moves. */
  public enum Type {
    /** Only grows; begins at 0 with every attempt of a task. */
    COUNTER,
    /** As it is now. */
    GAUGE,
    /** Quantiles of the newest 1000 values, and the number of all. */
    HISTOGRAM
  }

  /** The operators, as their names in the job's graph begin. */
  public enum Stage {
    /** Looks for partitions and files, in the JobManager. */
    ENUMERATOR,
    DECODE,
    CONTROL,
    SPOOL,
    STORAGE_WRITER,
    PLANNER,
    STORAGE_COMMITTER,
    SEARCH_WRITER,
    CURSOR,
    DEAD_LETTERS;

    /** For people. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** When a metric is registered. */
  public enum Presence {
    /** With its operator. */
    ALWAYS,
    /** With the first value of its labels. */
    FIRST_USE
  }

  /** The name by which Flink's reporter shows it to Prometheus. */
  public String prometheus() {
    String scope = stage == Stage.ENUMERATOR ? IN_JOB_MANAGER : OPERATOR;
    StringBuilder text = new StringBuilder(scope).append(MetricNames.GROUP).append('_');
    labels.forEach(label -> text.append(label).append('_'));
    return text.append(name).toString();
  }
}
