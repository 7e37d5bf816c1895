package io.spillway.decode;

import io.spillway.event.PartitionProgress;
import io.spillway.event.RowOrigin;
import io.spillway.event.SourcePartition;

/** How far a partition has been read in this run, by commit-ts. Not thread-safe. */
final class Progress {
  private final SourcePartition partition;
  private long resolved = Long.MIN_VALUE;
  private long reached = Long.MIN_VALUE;
  private boolean again;
  private int restarts;
  private long origin;
  private long silentMs;
  private boolean seenSinceReport;
  private boolean changesCame;
  private boolean takenAgain;

  Progress(SourcePartition partition) {
    this.partition = partition;
    this.origin = RowOrigin.of(partition, restarts);
  }

  /** Everything up to {@code commitTs} has come, by the partition's own word. */
  void resolved(long commitTs) {
    resolved = Math.max(resolved, commitTs);
  }

  /** A resolved event has come, maybe once more. */
  void resolvedEvent(long commitTs) {
    noteRestart(isResolved(commitTs));
    resolved(commitTs);
  }

  /**
   * A row or DDL has come.
   *
   * @return whether its partition had resolved it before: the upstream sends it again
   */
  boolean isResolved(long commitTs) {
    return commitTs <= resolved;
  }

  /** The newest row or DDL that isn't resolved yet. */
  void reached(long commitTs) {
    reached = Math.max(reached, commitTs);
  }

  /** Notes whether an event shows that the upstream has started again. */
  void noteRestart(boolean sentAgain) {
    if (sentAgain && !again) {
      origin = RowOrigin.of(partition, ++restarts);
    }
    again = sentAgain;
  }

  /**
   * Takes note of a row.
   *
   * @return whether it is the first of a snapshot that comes behind changes
   */
  boolean isTakenAgain(boolean ofSnapshot) {
    changesCame |= !ofSnapshot;
    if (!ofSnapshot || !changesCame || takenAgain) {
      return false;
    }
    takenAgain = true;
    return true;
  }

  /** Names the partition and the upstream's start that rows are of now. */
  long origin() {
    return origin;
  }

  /** How far a bounded input counts as read at its end. */
  long end(ProgressBy by) {
    return by == ProgressBy.RESOLVED ? resolved : Math.max(resolved, reached);
  }

  void seen() {
    seenSinceReport = true;
  }

  /** So much time has passed since the last report. */
  void elapsed(long ms) {
    silentMs = seenSinceReport ? 0 : silentMs + ms;
    seenSinceReport = false;
  }

  PartitionProgress report(ProgressBy by) {
    return new PartitionProgress(partition, resolved, reached, silentMs, by == ProgressBy.NEWEST);
  }
}
