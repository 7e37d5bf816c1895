package io.spillway.spool;

import java.io.Serializable;

/**
 * When a file of a table is due.
 *
 * @param bytes size at which it is full
 * @param intervalMs time after which a row that may be written is, unless a barrier is near, see
 *     {@link SpoolSettings#barrierSlackMs()}
 */
public record FileTarget(long bytes, long intervalMs) implements Serializable {
  /**
   * A batch is closed at this fraction of the flush interval, which bounds the error of its age.
   */
  private static final int AGE_STEPS = 8;

  long batchAgeMs() {
    return Math.max(1, intervalMs / AGE_STEPS);
  }
}
