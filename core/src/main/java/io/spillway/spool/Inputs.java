package io.spillway.spool;

import io.spillway.event.PartitionProgress;
import io.spillway.event.SourcePartition;
import java.util.HashMap;
import java.util.Map;

/** How far the source's partitions have come, for messages about what everything waits for. */
final class Inputs {
  private final Map<SourcePartition, Long> partitions = new HashMap<>();

  void note(PartitionProgress progress) {
    partitions.put(progress.partition(), progress.commitTs());
  }

  /** The partition that is furthest behind, for a person. */
  String slowest() {
    return partitions.entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(e -> "partition " + e.getKey() + come(e.getValue()))
        .orElse("a partition that has sent nothing yet");
  }

  private static String come(long commitTs) {
    return commitTs == Long.MIN_VALUE
        ? " (nothing has come from it yet)"
        : " (last resolved " + commitTs + ")";
  }
}
