package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.Opened;
import io.spillway.event.Resolved;
import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

class ResolvingReaderTest {
  private static final SourcePartition PARTITION = new SourcePartition("shop", 3);
  private static final FileSplit SPLIT = new FileSplit("file:///shop-3.ndjson", PARTITION, 0);

  private final Output output = new Output();
  private final OneFile file = new OneFile();
  private Optional<Gap> gap = Optional.empty();
  private final ResolvingReader<FileSplit> reader =
      new ResolvingReader<>(file, FileSplit::partition, this::starts);

  @Test
  void aSplitIsToldWithWhatItHadResolvedAndTakesAlongWhatItResolvesNow() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5)));
    file.next = List.of(new Resolved(PARTITION, 9), new Resolved(PARTITION, 7));
    reader.pollNext(output);
    assertThat(output.events)
        .containsExactly(
            new Opened(PARTITION, 5), new Resolved(PARTITION, 9), new Resolved(PARTITION, 7));
    assertThat(reader.snapshotState(1)).containsExactly(new ResolvedSplit<>(SPLIT, 9));
  }

  private List<SplitStart<FileSplit>> starts(List<FileSplit> splits) {
    return splits.stream()
        .map(
            split ->
                gap.isEmpty()
                    ? SplitStart.asSaved(split)
                    : new SplitStart<>(split.at(gap.get().to()), gap))
        .toList();
  }

  @Test
  void aGapIsToldBeforeAnyMessageBehindIt() throws Exception {
    gap = Optional.of(new Gap(PARTITION, 0, 40));
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5)));
    file.next = List.of(new Resolved(PARTITION, 9));
    reader.pollNext(output);
    assertThat(output.events)
        .containsExactly(new Opened(PARTITION, 5), gap.get(), new Resolved(PARTITION, 9));
    assertThat(reader.snapshotState(1)).containsExactly(new ResolvedSplit<>(SPLIT.at(40), 9));
  }

  @Test
  void aGapThatNobodyHasHeardOfIsNotInTheState() throws Exception {
    gap = Optional.of(new Gap(PARTITION, 0, 40));
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5)));
    assertThat(reader.snapshotState(1)).containsExactly(new ResolvedSplit<>(SPLIT, 5));
    reader.pollNext(output);
    assertThat(output.events).contains(gap.get());
  }

  @Test
  void withNothingResolvedYetTheOldOneIsKept() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5)));
    reader.pollNext(output);
    assertThat(reader.snapshotState(1)).containsExactly(new ResolvedSplit<>(SPLIT, 5));
  }

  @Test
  void theEndIsToldAtOnceAndTheReaderStaysForTwoCheckpointsTakenAfterIt() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5)));
    reader.pollNext(output);
    reader.snapshotState(1);
    file.ended = true;
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(output.watermarks).containsExactly(Long.MAX_VALUE);
    reader.notifyCheckpointComplete(1);
    reader.snapshotState(2);
    reader.notifyCheckpointComplete(2);
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(reader.isAvailable()).isNotDone();
    reader.snapshotState(3);
    reader.notifyCheckpointComplete(3);
    assertThat(reader.isAvailable()).isDone();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
    assertThat(output.watermarks).containsExactly(Long.MAX_VALUE);
  }

  /** A reader of one split that emits what it is told to. */
  private static final class OneFile implements SourceReader<Event, FileSplit> {
    private final List<FileSplit> splits = new ArrayList<>();
    private List<Event> next = List.of();
    private boolean ended;

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Event> out) {
      if (ended) {
        return InputStatus.END_OF_INPUT;
      }
      SourceOutput<Event> split = out.createOutputForSplit(SPLIT.splitId());
      next.forEach(event -> split.collect(event, 0));
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

  private static final class Output implements ReaderOutput<Event> {
    private final List<Event> events = new ArrayList<>();
    private final List<Long> watermarks = new ArrayList<>();

    @Override
    public void collect(Event event) {
      events.add(event);
    }

    @Override
    public void collect(Event event, long timestamp) {
      events.add(event);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      watermarks.add(watermark.getTimestamp());
    }

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    @Override
    public SourceOutput<Event> createOutputForSplit(String splitId) {
      return this;
    }

    @Override
    public void releaseOutputForSplit(String splitId) {}
  }
}
