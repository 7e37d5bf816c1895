package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.Opened;
import io.spillway.policy.Failures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** See {@link ResolvingSource}. */
final class ResolvingReader<S extends SourceSplit>
    implements SourceReader<Event, ResolvedSplit<S>> {
  /**
   * Storage commits its last files with the first, which waits for nobody; the search sink finishes
   * before the second; the third keeps what has followed from both.
   */
  private static final int CHECKPOINTS_TO_STAY = 3;

  /** So much longer than a partition's own idleness is waited for. */
  private static final long GRACE_MS = 1000;

  private final SourceReader<Event, S> reader;
  private final ResolvingSource.PartitionOf<S> partitionOf;
  private final Retention<S> retention;
  private final ParkedSplits<S> parked;
  private final Failures failures;
  private final StreamClocks clocks;
  private final Waits waits;
  private final Map<String, Untold<S>> untold = new LinkedHashMap<>();
  private final Map<String, String> identities = new HashMap<>();
  private final ResolvedOutput resolved = new ResolvedOutput();

  /** Done once the partitions are dealt out: who has none then gets none but a new one. */
  private final CompletableFuture<Void> dealt = new CompletableFuture<>();

  private final CompletableFuture<Void> stay = new CompletableFuture<>();
  private boolean ended;
  private long firstSinceEnd = -1;
  private int checkpointsSinceEnd;
  private boolean hasSplits;
  private boolean idle;
  private ReaderOutput<Event> lastOutput;
  private CompletableFuture<Void> grace = new CompletableFuture<>();
  private boolean holds;
  private long seenAtGrace;

  /**
   * A split that its reader has and nobody downstream has heard of.
   *
   * @param saved as it was before a gap was skipped
   */
  private record Untold<S extends SourceSplit>(ResolvedSplit<S> saved, Optional<Gap> gap) {}

  /** One that reads all partitions that it is given. */
  ResolvingReader(
      SourceReader<Event, S> reader,
      ResolvingSource.PartitionOf<S> partitionOf,
      Retention<S> retention,
      StreamClocks clocks,
      Waits waits,
      Failures failures) {
    this(
        reader, partitionOf, retention, new ParkedSplits<>(split -> true), clocks, waits, failures);
  }

  ResolvingReader(
      SourceReader<Event, S> reader,
      ResolvingSource.PartitionOf<S> partitionOf,
      Retention<S> retention,
      ParkedSplits<S> parked,
      StreamClocks clocks,
      Waits waits,
      Failures failures) {
    this.failures = failures;
    this.parked = parked;
    this.waits = waits;
    this.clocks = clocks;
    this.reader = reader;
    this.partitionOf = partitionOf;
    this.retention = retention;
  }

  @Override
  public void start() {
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Event> output) throws Exception {
    if (parked.isHeld()) {
      parked.release(output);
    }
    if (!untold.isEmpty()) {
      tell(output);
    }
    lastOutput = output;
    if (!hasSplits && !idle && dealt.isDone()) {
      idle = true;
      output.markIdle();
    }
    if (holds && grace.isDone()) {
      letGo(output);
    }
    InputStatus status;
    try {
      status = reader.pollNext(resolved.into(output));
    } catch (Exception e) {
      throw told(e);
    }
    return status == InputStatus.END_OF_INPUT ? end(output) : status;
  }

  /**
   * A reader that had stopped counting has got a partition: it counts again, with the partition's
   * first row or resolved event at the latest.
   */
  private void hold() {
    idle = false;
    holds = true;
    lastOutput.markActive();
    resolved.holdAtNextRow();
    giveGrace();
  }

  private void giveGrace() {
    seenAtGrace = resolved.seen();
    if (waits.anyPartitionIdles()) {
      grace = waits.timer().apply(waits.idleTimeoutMs() + GRACE_MS);
    }
  }

  /** From here on the partitions' own idleness decides; not while one speaks without progress. */
  private void letGo(ReaderOutput<Event> output) {
    if (resolved.seen() != seenAtGrace) {
      giveGrace();
      return;
    }
    holds = false;
    output.markIdle();
  }

  /**
   * There is nothing to do but to stop, as the matrix says: the place to read from is in the last
   * checkpoint.
   */
  private <E extends Exception> E told(E failure) {
    if (resolved.thrownBehind() == null || !Failures.contains(failure, resolved.thrownBehind())) {
      var unused = failures.decide(failure, LostMessagesException.kind(failure), 1);
    }
    return failure;
  }

  /**
   * The input has ended, which a watermark of its own says at once; the reader itself stays until
   * all that follows from it is done. What a committer hands on after Flink's own end of input is
   * lost, so the last files are committed by one ordinary checkpoint, the last documents by the
   * next, and their acks are kept by one more.
   */
  private InputStatus end(ReaderOutput<Event> output) {
    if (!ended) {
      ended = true;
      output.emitWatermark(new Watermark(CommitTs.END_OF_INPUT));
    }
    return checkpointsSinceEnd < CHECKPOINTS_TO_STAY
        ? InputStatus.NOTHING_AVAILABLE
        : InputStatus.END_OF_INPUT;
  }

  private void tell(ReaderOutput<Event> output) {
    for (Untold<S> split : untold.values()) {
      ResolvedSplit<S> saved = split.saved();
      SourceOutput<Event> out = output.createOutputForSplit(saved.splitId());
      out.collect(new Opened(partitionOf.of(saved.split()), saved.resolved()), Long.MIN_VALUE);
      split.gap().ifPresent(gap -> out.collect(gap, Long.MIN_VALUE));
    }
    untold.clear();
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    if (parked.isHeld()) {
      return CompletableFuture.completedFuture(null);
    }
    if (ended) {
      return checkpointsSinceEnd < CHECKPOINTS_TO_STAY ? stay : reader.isAvailable();
    }
    CompletableFuture<Void> available = reader.isAvailable();
    if (available.isDone()) {
      return available;
    }
    if (holds && waits.anyPartitionIdles()) {
      return CompletableFuture.anyOf(available, grace).thenAccept(any -> {});
    }
    if (hasSplits || idle) {
      return available;
    }
    return CompletableFuture.anyOf(available, dealt).thenAccept(any -> {});
  }

  @Override
  public void addSplits(List<ResolvedSplit<S>> added) {
    List<ResolvedSplit<S>> splits = parked.park(added);
    hasSplits |= !splits.isEmpty();
    if (idle && hasSplits) {
      hold();
    }
    try {
      start(splits);
    } catch (RuntimeException e) {
      throw told(e);
    }
  }

  private void start(List<ResolvedSplit<S>> splits) {
    List<SplitStart<S>> starts = retention.starts(splits);
    for (int i = 0; i < splits.size(); i++) {
      ResolvedSplit<S> saved = splits.get(i);
      untold.put(saved.splitId(), new Untold<>(saved, starts.get(i).gap()));
      identities.put(saved.splitId(), starts.get(i).identity());
      resolved.start(saved.splitId(), saved.resolved());
      clocks.restore(partitionOf.of(saved.split()), saved.clock());
    }
    reader.addSplits(starts.stream().map(SplitStart::split).toList());
  }

  @Override
  public List<ResolvedSplit<S>> snapshotState(long checkpointId) {
    if (ended && firstSinceEnd < 0) {
      firstSinceEnd = checkpointId;
    }
    List<ResolvedSplit<S>> splits = new ArrayList<>();
    for (S split : reader.snapshotState(checkpointId)) {
      Untold<S> unknown = untold.get(split.splitId());
      splits.add(
          unknown == null
              ? new ResolvedSplit<>(
                  split,
                  resolved.resolved(split.splitId()),
                  clocks.last(partitionOf.of(split)),
                  identities.get(split.splitId()))
              // whoever restores this finds the gap again and tells it
              : unknown.saved());
    }
    splits.addAll(parked.all());
    return splits;
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    if (event instanceof Dealt) {
      dealt.complete(null);
    } else {
      reader.handleSourceEvents(event);
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    if (firstSinceEnd >= 0 && checkpointId >= firstSinceEnd) {
      checkpointsSinceEnd++;
      if (checkpointsSinceEnd >= CHECKPOINTS_TO_STAY) {
        stay.complete(null);
      }
    }
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void pauseOrResumeSplits(Collection<String> toPause, Collection<String> toResume) {
    reader.pauseOrResumeSplits(parked.read(toPause), parked.read(toResume));
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
