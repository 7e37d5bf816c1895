package io.spillway.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions that are in a reader's state although the source no longer reads them: their topic was
 * taken out of the list. They are not read and nobody waits for them, but where they were read up
 * to stays in state, so that they go on from there if the topic comes back.
 */
final class ParkedSplits<S extends SourceSplit> {
  private static final Logger LOG = LoggerFactory.getLogger(ParkedSplits.class);

  private final Wanted<S> wanted;
  private final Map<String, ResolvedSplit<S>> parked = new LinkedHashMap<>();
  private final List<String> held = new ArrayList<>();

  /** Read by reporters, too. */
  private volatile long parkedCount;

  /** Which partitions a source reads. */
  interface Wanted<S> extends Serializable {
    boolean reads(S split);
  }

  ParkedSplits(Wanted<S> wanted) {
    this.wanted = wanted;
  }

  /** Parks those that are not wanted; gives the others. */
  List<ResolvedSplit<S>> park(List<ResolvedSplit<S>> splits) {
    List<ResolvedSplit<S>> read = new ArrayList<>(splits.size());
    for (ResolvedSplit<S> split : splits) {
      if (wanted.reads(split.split())) {
        read.add(split);
      } else if (parked.put(split.splitId(), split) == null) {
        held.add(split.splitId());
        LOG.warn(
            "partition {} is in the state, but its topic is no longer in the pipeline: it isn't read"
                + " and holds no progress; where it was read up to is kept",
            split.splitId());
      }
    }
    parkedCount = parked.size();
    return read;
  }

  boolean isHeld() {
    return !held.isEmpty();
  }

  /** Flink waits for the watermark of each partition in state until its output is gone. */
  void release(ReaderOutput<?> output) {
    held.forEach(output::releaseOutputForSplit);
    held.clear();
  }

  /** How many are parked. */
  long count() {
    return parkedCount;
  }

  /** As they are kept in state. */
  Collection<ResolvedSplit<S>> all() {
    return parked.values();
  }

  /** Without those that are parked. */
  Collection<String> read(Collection<String> splitIds) {
    return parked.isEmpty()
        ? splitIds
        : splitIds.stream().filter(id -> !parked.containsKey(id)).toList();
  }
}
