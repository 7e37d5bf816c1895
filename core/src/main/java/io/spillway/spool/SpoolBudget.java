package io.spillway.spool;

/** What the spool holds, in bytes, against its limits. Not thread-safe. */
final class SpoolBudget {
  private final SpoolSettings settings;
  private long heapBytes;
  private long diskBytes;
  private long rows;
  private boolean suppressed;
  private long suppressions;

  SpoolBudget(SpoolSettings settings) {
    this.settings = settings;
  }

  void heap(long change) {
    heapBytes += change;
  }

  void disk(long change) {
    diskBytes += change;
  }

  void rows(long change) {
    rows += change;
  }

  long heapBytes() {
    return heapBytes;
  }

  /** Bytes that are only in state. */
  long diskBytes() {
    return diskBytes;
  }

  long totalBytes() {
    return heapBytes + diskBytes;
  }

  long rows() {
    return rows;
  }

  boolean overMemory() {
    return heapBytes > settings.memoryBytes();
  }

  boolean overQuota() {
    return totalBytes() > settings.quotaBytes();
  }

  /** Notes whether the high watermark was passed, or the low one reached since then. */
  void checkMarks() {
    if (!suppressed && totalBytes() > settings.highBytes()) {
      suppressed = true;
      suppressions++;
    } else if (suppressed && totalBytes() <= settings.lowBytes()) {
      suppressed = false;
    }
  }

  /**
   * Whether the spool must make room: from the high watermark on, until it is down at the low one,
   * as of the last {@link #checkMarks}.
   */
  boolean suppressed() {
    return suppressed;
  }

  /** How often the spool has gone above its high watermark. */
  long suppressions() {
    return suppressions;
  }
}
