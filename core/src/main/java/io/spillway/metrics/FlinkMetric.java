package io.spillway.metrics;

import java.util.List;

/**
 * A metric of Flink's that is watched with the job's own.
 *
 * @param prometheus its name as Flink's reporter spells it
 * @param help one line
 */
public record FlinkMetric(String prometheus, String help) {
  /** Of jobs that read Kafka. Its topics are a label, {@code topic}. */
  public static final List<FlinkMetric> OF_KAFKA =
      List.of(
          new FlinkMetric(
              "flink_taskmanager_job_task_operator_KafkaSourceReader_topic_partition_currentOffset",
              "Offset that was read last, by topic and partition; -1 before the first."));

  /** All that alerts and dashboards may name of any job. */
  public static final List<FlinkMetric> USED =
      List.of(
          new FlinkMetric(
              "flink_jobmanager_job_numberOfFailedCheckpoints", "Checkpoints that failed."),
          new FlinkMetric(
              "flink_jobmanager_job_numberOfCompletedCheckpoints", "Checkpoints that completed."),
          new FlinkMetric(
              "flink_jobmanager_job_lastCheckpointDuration", "ms that the newest one took."),
          new FlinkMetric(
              "flink_jobmanager_job_lastCheckpointSize", "Bytes that were written for it."),
          new FlinkMetric(
              "flink_jobmanager_job_lastCheckpointFullSize",
              "Bytes of it, with what it shares with older ones."),
          new FlinkMetric(
              "flink_jobmanager_job_numRestarts", "Restarts of the job since it was submitted."),
          new FlinkMetric(
              "flink_jobmanager_job_runningTime", "ms that the job has been running; 0 else."),
          new FlinkMetric(
              "flink_taskmanager_job_task_backPressuredTimeMsPerSecond",
              "ms a second that a task was held back."),
          new FlinkMetric(
              "flink_taskmanager_job_task_busyTimeMsPerSecond",
              "ms a second that a task was at work."),
          new FlinkMetric(
              "flink_taskmanager_Status_JVM_CPU_Time",
              "ns of CPU time of a TaskManager since its start."),
          new FlinkMetric(
              "flink_taskmanager_Status_JVM_Memory_Heap_Used", "Bytes of heap in use."));
}
