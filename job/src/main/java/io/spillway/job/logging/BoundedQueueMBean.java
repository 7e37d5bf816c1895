package io.spillway.job.logging;

/** What a log queue tells of itself; numbers since its configuration was read. */
public interface BoundedQueueMBean {
  /** Events handed over to the appenders. */
  long getEmits();

  /** Events given up because the queue was full. */
  long getDropped();

  /** Events that wait. */
  int getQueueLag();

  /** Events written with the last batch. */
  int getBatchSize();
}
