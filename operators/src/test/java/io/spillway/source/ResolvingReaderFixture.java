package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import io.spillway.policy.CountedGroup;
import io.spillway.policy.Deciders;
import io.spillway.policy.EventType;
import io.spillway.policy.Failures;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** A reader of one file, its timers and what it says. */
abstract class ResolvingReaderFixture {
  static final SourcePartition PARTITION = new SourcePartition("shop", 3);
  static final FileSplit SPLIT = new FileSplit("file:///shop-3.ndjson", PARTITION, 0);

  final CountedGroup counted = new CountedGroup();
  final Output output = new Output();
  final OneFile file = new OneFile();
  final StreamClocks clocks = new StreamClocks();
  final Map<Long, CompletableFuture<Void>> timers = new HashMap<>();
  final Waits waits = new Waits(300, this::timer);
  Optional<Gap> gap = Optional.empty();
  String identity = "";
  final ResolvingReader<FileSplit> reader =
      new ResolvingReader<>(file, FileSplit::partition, this::starts, clocks, waits, failures());

  Failures failures() {
    return new Failures(
        new Deciders(JobMatrix.DEFAULT, new PolicyMetrics(counted)),
        EventType.SOURCE_READ,
        "reading");
  }

  List<SplitStart<FileSplit>> starts(List<ResolvedSplit<FileSplit>> saved) {
    return saved.stream()
        .map(
            split ->
                gap.isEmpty() && identity.isEmpty()
                    ? SplitStart.asSaved(split)
                    : new SplitStart<>(
                        gap.map(told -> split.split().at(told.to())).orElse(split.split()),
                        gap,
                        identity))
        .toList();
  }

  CompletableFuture<Void> timer(long ms) {
    CompletableFuture<Void> timer = new CompletableFuture<>();
    timers.put(ms, timer);
    return timer;
  }

  /** A reader of one split that emits what it is told to. */
  static final class OneFile implements SourceReader<Event, FileSplit> {
    final List<FileSplit> splits = new ArrayList<>();
    List<Event> next = List.of();
    boolean ended;
    RuntimeException broken;

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Event> out) throws IOException {
      if (broken != null) {
        throw broken;
      }
      if (ended) {
        return InputStatus.END_OF_INPUT;
      }
      SourceOutput<Event> split = out.createOutputForSplit(SPLIT.splitId());
      try {
        next.forEach(event -> split.collect(event, 0));
      } catch (RuntimeException e) {
        throw new IOException("as a connector wraps whatever it meets", e);
      }
      return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public List<FileSplit> snapshotState(long checkpointId) {
      return List.copyOf(splits);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void addSplits(List<FileSplit> added) {
      splits.addAll(added);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  static final class Output implements ReaderOutput<Event> {
    RuntimeException refuses;
    final List<Event> events = new ArrayList<>();
    final List<Long> watermarks = new ArrayList<>();
    final List<String> statuses = new ArrayList<>();
    final List<String> released = new ArrayList<>();

    @Override
    public void collect(Event event) {
      events.add(event);
    }

    @Override
    public void collect(Event event, long timestamp) {
      if (refuses != null) {
        throw refuses;
      }
      events.add(event);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      watermarks.add(watermark.getTimestamp());
    }

    @Override
    public void markIdle() {
      statuses.add("idle");
    }

    @Override
    public void markActive() {
      statuses.add("active");
    }

    @Override
    public SourceOutput<Event> createOutputForSplit(String splitId) {
      return this;
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
      released.add(splitId);
    }
  }
}
