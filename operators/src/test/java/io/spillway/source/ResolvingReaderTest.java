package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.Opened;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.policy.JobMatrix;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.InstantiationUtil;
import org.assertj.core.util.introspection.PropertyOrFieldSupport;
import org.junit.jupiter.api.Test;

class ResolvingReaderTest extends ResolvingReaderFixture {
  @Test
  void aSplitIsToldWithWhatItHadResolvedAndTakesAlongWhatItResolvesNow() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    file.next = List.of(new Resolved(PARTITION, 9), new Resolved(PARTITION, 7));
    reader.pollNext(output);
    assertThat(output.events)
        .containsExactly(
            new Opened(PARTITION, 5), new Resolved(PARTITION, 9), new Resolved(PARTITION, 7));
    assertThat(reader.snapshotState(1))
        .containsExactly(new ResolvedSplit<>(SPLIT, 9, Long.MIN_VALUE));
  }

  @Test
  void aPartitionsClockGoesOnWhereItsStateHasIt() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, 77)));
    reader.pollNext(output);
    assertThat(clocks.ofRow(PARTITION, 0)).isEqualTo(78);
    assertThat(reader.snapshotState(1)).containsExactly(new ResolvedSplit<>(SPLIT, 5, 78));
  }

  @Test
  void decoderAndReaderHaveOneClockAlsoBehindTheNetwork() throws Exception {
    Source<Event, ?, ?> source =
        InstantiationUtil.clone(
            FilesInput.of(
                "file:///in",
                (times, earlier) -> (p, o, t, k, b, s, l) -> null,
                JobMatrix.DEFAULT));
    assertThat(source).extracting("clocks").isNotNull();
    assertThat(source).extracting("clocks").isSameAs(value(source, "source.clocks"));
    Source<Event, ?, ?> kafka =
        InstantiationUtil.clone(
            new KafkaInput(
                    "b:9092",
                    "g",
                    new Properties(),
                    (times, earlier) -> null,
                    "shop",
                    JobMatrix.DEFAULT)
                .topics(List.of("t"))
                .build());
    assertThat(kafka)
        .extracting("clocks")
        .isSameAs(value(kafka, "source.deserializationSchema.clocks"));
  }

  private static Object value(Object of, String path) {
    return PropertyOrFieldSupport.EXTRACTION.getValueOf(path, of);
  }

  @Test
  void aPartitionThatIsNoLongerWantedIsNotReadNorWaitedForAndStaysInState() throws Exception {
    ResolvedSplit<FileSplit> out = new ResolvedSplit<>(SPLIT.at(17), 5, Long.MIN_VALUE);
    FileSplit read = new FileSplit("file:///mall-0.ndjson", new SourcePartition("mall", 0), 0);
    ResolvingReader<FileSplit> choosing =
        new ResolvingReader<>(
            file,
            FileSplit::partition,
            this::starts,
            new ParkedSplits<>(split -> split.partition().source().equals("mall")),
            clocks,
            waits,
            failures());
    choosing.addSplits(List.of(out, new ResolvedSplit<>(read, 6, Long.MIN_VALUE)));
    choosing.pollNext(output);

    assertThat(output.released).containsExactly(SPLIT.splitId());
    assertThat(output.events).containsExactly(new Opened(read.partition(), 6));
    assertThat(choosing.snapshotState(1))
        .contains(out, new ResolvedSplit<>(read, 6, Long.MIN_VALUE))
        .hasSize(2);
    choosing.pollNext(output);
    assertThat(output.released).as("once").hasSize(1);
  }

  @Test
  void aGapIsToldBeforeAnyMessageBehindIt() throws Exception {
    gap = Optional.of(new Gap(PARTITION, 0, 40));
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    file.next = List.of(new Resolved(PARTITION, 9));
    reader.pollNext(output);
    assertThat(output.events)
        .containsExactly(new Opened(PARTITION, 5), gap.get(), new Resolved(PARTITION, 9));
    assertThat(reader.snapshotState(1))
        .containsExactly(new ResolvedSplit<>(SPLIT.at(40), 9, Long.MIN_VALUE));
  }

  @Test
  void theIdentityThatASplitWasStartedWithGoesWithItsState() throws Exception {
    identity = "new";
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE, "old")));
    assertThat(reader.snapshotState(1))
        .as("told to nobody yet")
        .containsExactly(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE, "old"));
    reader.pollNext(output);
    assertThat(reader.snapshotState(2))
        .containsExactly(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE, "new"));
  }

  @Test
  void aGapThatNobodyHasHeardOfIsNotInTheState() throws Exception {
    gap = Optional.of(new Gap(PARTITION, 0, 40));
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    assertThat(reader.snapshotState(1))
        .containsExactly(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE));
    reader.pollNext(output);
    assertThat(output.events).contains(gap.get());
  }

  @Test
  void withNothingResolvedYetTheOldOneIsKept() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    reader.pollNext(output);
    assertThat(reader.snapshotState(1))
        .containsExactly(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE));
  }

  @Test
  void aReaderWithoutPartitionsStopsCountingAndCountsFromTheMomentItIsGivenOne() throws Exception {
    reader.start();
    reader.pollNext(output);
    assertThat(output.statuses).isEmpty();
    reader.handleSourceEvents(new Dealt());
    reader.pollNext(output);
    assertThat(output.statuses).containsExactly("idle");
    reader.addSplits(List.of(ResolvedSplit.fresh(SPLIT)));
    assertThat(output.statuses).as("before anything is read").containsExactly("idle", "active");
    reader.pollNext(output);
    assertThat(output.statuses).containsExactly("idle", "active");
  }

  @Test
  void aPartitionThatIsGivenLateHoldsTheOthersAtItsFirstRow() throws Exception {
    reader.start();
    reader.handleSourceEvents(new Dealt());
    reader.pollNext(output);
    reader.addSplits(List.of(ResolvedSplit.fresh(SPLIT)));
    file.next = List.of(new Skipped(PARTITION, "x"), row(700), row(600));
    reader.pollNext(output);
    file.next = List.of(row(900));
    reader.pollNext(output);
    assertThat(output.watermarks).containsExactly(699L);
  }

  @Test
  void aPartitionThatIsThereFromTheStartSaysNothingWithItsRows() throws Exception {
    reader.start();
    reader.addSplits(List.of(ResolvedSplit.fresh(SPLIT)));
    file.next = List.of(row(700));
    reader.pollNext(output);
    assertThat(output.watermarks).isEmpty();
  }

  private static Row row(long commitTs) {
    return new Row(
        PARTITION,
        DispatcherId.of(new TableId("shop", "t")),
        commitTs,
        new byte[] {'{', '}'},
        0,
        2,
        null);
  }

  @Test
  void aPartitionThatIsGivenLateHoldsAsLongAsItSpeaksAndThenItsOwnIdlenessDecides()
      throws Exception {
    reader.start();
    reader.handleSourceEvents(new Dealt());
    reader.pollNext(output);
    reader.addSplits(List.of(ResolvedSplit.fresh(SPLIT)));
    file.next = List.of(new Skipped(PARTITION, "x"));
    reader.pollNext(output);
    file.next = List.of();
    timers.get(1_300L).complete(null);
    reader.pollNext(output);
    assertThat(output.statuses).as("it has spoken").containsExactly("idle", "active");
    timers.get(1_300L).complete(null);
    reader.pollNext(output);
    assertThat(output.statuses).as("it is silent").containsExactly("idle", "active", "idle");
  }

  @Test
  void theEndIsToldAtOnceAndTheReaderStaysForTwoCheckpointsTakenAfterIt() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    reader.pollNext(output);
    reader.snapshotState(1);
    file.ended = true;
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(output.watermarks).containsExactly(CommitTs.END_OF_INPUT);
    reader.notifyCheckpointComplete(1);
    for (int checkpoint = 2; checkpoint <= 3; checkpoint++) {
      reader.snapshotState(checkpoint);
      reader.notifyCheckpointComplete(checkpoint);
      assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      assertThat(reader.isAvailable()).isNotDone();
    }
    reader.snapshotState(4);
    reader.notifyCheckpointComplete(4);
    assertThat(reader.isAvailable()).isDone();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
    assertThat(output.watermarks).containsExactly(CommitTs.END_OF_INPUT);
  }
}
