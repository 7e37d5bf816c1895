package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.Opened;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** See {@link TellingSource}. */
final class TellingReader<S extends SourceSplit> implements SourceReader<Event, S> {
  /**
   * Partitions are dealt out within moments of the start. A reader that has none by now gets none
   * unless a new partition appears.
   */
  private static final long PARTITIONLESS_MS = 10_000;

  private final SourceReader<Event, S> reader;
  private final TellingSource.PartitionOf<S> partitionOf;
  private final List<S> untold = new ArrayList<>();
  private final CompletableFuture<Void> patience = new CompletableFuture<>();
  private boolean hasSplits;
  private boolean idle;

  TellingReader(SourceReader<Event, S> reader, TellingSource.PartitionOf<S> partitionOf) {
    this.reader = reader;
    this.partitionOf = partitionOf;
  }

  @Override
  public void start() {
    var unused = patience.completeOnTimeout(null, PARTITIONLESS_MS, TimeUnit.MILLISECONDS);
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Event> output) throws Exception {
    if (!untold.isEmpty()) {
      for (S split : untold) {
        output
            .createOutputForSplit(split.splitId())
            .collect(new Opened(partitionOf.of(split)), Long.MIN_VALUE);
      }
      untold.clear();
    }
    if (!hasSplits && !idle && patience.isDone()) {
      idle = true;
      output.markIdle();
    }
    return reader.pollNext(output);
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    CompletableFuture<Void> available = reader.isAvailable();
    if (available.isDone() || hasSplits || idle) {
      return available;
    }
    return CompletableFuture.anyOf(available, patience).thenAccept(any -> {});
  }

  @Override
  public void addSplits(List<S> splits) {
    hasSplits |= !splits.isEmpty();
    untold.addAll(splits);
    reader.addSplits(splits);
  }

  @Override
  public List<S> snapshotState(long checkpointId) {
    return reader.snapshotState(checkpointId);
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void pauseOrResumeSplits(Collection<String> toPause, Collection<String> toResume) {
    reader.pauseOrResumeSplits(toPause, toResume);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
