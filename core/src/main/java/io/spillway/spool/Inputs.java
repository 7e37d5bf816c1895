package io.spillway.spool;

import io.spillway.event.CommitTs;
import io.spillway.event.PartitionProgress;
import io.spillway.event.SourcePartition;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How far the source's partitions have come, for messages about what everything waits for. */
final class Inputs {
  /** As many are named one by one. */
  private static final int MOST_NAMED = 5;

  private static final long SILENT_MS = 30_000;

  private final Map<SourcePartition, PartitionProgress> partitions = new HashMap<>();

  void note(PartitionProgress progress) {
    partitions.put(progress.partition(), progress);
  }

  /** The partition that is furthest behind, for a person. */
  String slowest() {
    return partitions.values().stream()
        .min(Comparator.comparingLong(PartitionProgress::commitTs))
        .map(progress -> "partition " + progress.partition() + " (" + state(progress) + ")")
        .orElse("a partition that has sent nothing yet");
  }

  /** Who holds the watermark where it is, what each lacks and what to do; for a person. */
  String holding(long watermark) {
    List<PartitionProgress> holding =
        partitions.values().stream()
            .filter(progress -> progress.commitTs() <= watermark || isUnmoved(progress))
            .sorted(Comparator.comparingLong(PartitionProgress::commitTs))
            .toList();
    if (holding.isEmpty()) {
      return "no partition of this source holds it; another source of the namespace does, or no"
          + " partition has been found yet";
    }
    String named =
        holding.stream()
            .limit(MOST_NAMED)
            .map(progress -> "partition " + progress.partition() + ": " + lack(progress))
            .collect(Collectors.joining("; "));
    int more = holding.size() - MOST_NAMED;
    return more > 0 ? named + "; and " + more + " partitions more" : named;
  }

  private static boolean isUnmoved(PartitionProgress progress) {
    return progress.commitTs() == Long.MIN_VALUE;
  }

  private static String lack(PartitionProgress progress) {
    if (isUnmoved(progress) && progress.reached() > Long.MIN_VALUE) {
      return "it brings rows and no resolved events. TiCDC sends them with"
          + " enable-tidb-extension=true; a stream that has none needs watermark: observed";
    }
    if (isUnmoved(progress)) {
      return "nothing has come from it for "
          + seconds(progress)
          + ". If it is to stay empty, idle-timeout lets the others go on without it";
    }
    if (progress.silentMs() >= SILENT_MS) {
      return state(progress)
          + ", and it has been silent for "
          + seconds(progress)
          + ". Find out why; idle-timeout lets the others go on without it";
    }
    if (!progress.observed() && progress.reached() > progress.resolved()) {
      return state(progress)
          + ", and newer rows come. The upstream holds its resolved events back, or reading is"
          + " behind: look at the changefeed's checkpoint and at the consumer group's lag";
    }
    return state(progress) + ", and it is being read: look at the consumer group's lag";
  }

  private static String seconds(PartitionProgress progress) {
    return progress.silentMs() / 1000 + " s";
  }

  private static String state(PartitionProgress progress) {
    if (progress.observed()) {
      return progress.commitTs() == Long.MIN_VALUE
          ? "nothing has come from it yet"
          : "newest row " + time(progress.commitTs());
    }
    if (progress.resolved() > Long.MIN_VALUE) {
      return "last resolved " + time(progress.resolved());
    }
    return progress.reached() == Long.MIN_VALUE
        ? "nothing has come from it yet"
        : "no resolved event yet, newest row " + time(progress.reached());
  }

  private static String time(long commitTs) {
    return commitTs + ", " + Instant.ofEpochMilli(CommitTs.millis(commitTs));
  }
}
