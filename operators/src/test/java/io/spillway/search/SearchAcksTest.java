package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.search.bulk.Mode;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.junit.jupiter.api.Test;

class SearchAcksTest {
  private final SearchAcks acks = new SearchAcks(Namespace.HARVEST);
  private final List<FlushAck> out = new ArrayList<>();

  private void hear(CommittableMessage<SearchCommittable> message) {
    acks.processElement(message, null, new ListCollector<>(out));
  }

  private void summary(int writer, int writers, long checkpoint, int committables) {
    hear(new CommittableSummary<>(writer, writers, checkpoint, committables, 0));
  }

  private void progress(int writer, long checkpoint, long progress) {
    progress(writer, checkpoint, progress, progress);
  }

  private void progress(int writer, long checkpoint, long progress, long newest) {
    hear(
        new CommittableWithLineage<>(
            new SearchCommittable(progress, newest, 0, List.of()), checkpoint, writer));
  }

  private static FlushAck ack(long candidate, long checkpoint) {
    return new FlushAck.Reached(
        CursorKey.global(Namespace.HARVEST, CursorKey.SEARCH), candidate, checkpoint);
  }

  @Test
  void theSlowestWriterIsTheProgressOfAll() {
    summary(0, 2, 7, 1);
    progress(0, 7, 300);
    assertThat(out).as("one writer is missing").isEmpty();
    summary(1, 2, 7, 1);
    assertThat(out).as("its committable is missing").isEmpty();
    progress(1, 7, 200);
    assertThat(out).containsExactly(ack(200, 7));
  }

  @Test
  void modesOfEachWriterComeBeforeTheProgress() {
    summary(0, 2, 7, 1);
    summary(1, 2, 7, 1);
    ModeChange protects = new ModeChange(5000, Mode.PROTECT);
    hear(
        new CommittableWithLineage<>(
            new SearchCommittable(300, 300, 0, List.of(), List.of(protects)), 7, 1));
    assertThat(out).isEmpty();
    progress(0, 7, 200);
    assertThat(out)
        .containsExactly(
            new FlushAck.Steered(
                CursorKey.global(Namespace.HARVEST, CursorKey.SEARCH),
                7,
                new FlushAck.Steering(1, 5000, "PROTECT")),
            ack(200, 7));
  }

  @Test
  void checkpointsThatComeMixedAreKeptApart() {
    summary(0, 2, 7, 1);
    progress(0, 7, 300);
    summary(0, 2, 8, 1);
    progress(0, 8, 500);
    summary(1, 2, 7, 1);
    progress(1, 7, 250);
    summary(1, 2, 8, 1);
    progress(1, 8, 450);
    assertThat(out).containsExactly(ack(250, 7), ack(450, 8));
  }

  @Test
  void aCheckpointThatIsNeverWholeHasNoAckAndIsForgotten() {
    summary(0, 2, 7, 1);
    progress(0, 7, 300);
    summary(0, 1, 8, 1);
    progress(0, 8, 400);
    summary(1, 2, 7, 1);
    progress(1, 7, 100);
    assertThat(out).containsExactly(ack(400, 8));
  }

  @Test
  void moreThanOneCommittableOfAWriterCountAsWell() {
    summary(0, 1, 9, 2);
    progress(0, 9, 300);
    assertThat(out).isEmpty();
    progress(1, 9, 100);
    assertThat(out).containsExactly(ack(100, 9));
  }

  @Test
  void theNewestRowOfAnyWriterIsTheProgressOnceAllHaveEnded() {
    summary(0, 2, 7, 1);
    progress(0, 7, SearchCommittable.ALL, 900);
    summary(1, 2, 7, 1);
    progress(1, 7, 200, 1_000);
    summary(0, 2, 8, 1);
    progress(0, 8, SearchCommittable.ALL, 900);
    summary(1, 2, 8, 1);
    progress(1, 8, SearchCommittable.ALL, 1_000);
    assertThat(out).containsExactly(ack(200, 7), ack(1_000, 8));
  }

  @Test
  void anEndWithoutAnyRowHasNothingToSay() {
    summary(0, 1, 9, 1);
    progress(0, 9, SearchCommittable.ALL, Long.MIN_VALUE);
    assertThat(out).isEmpty();
  }

  @Test
  void aWriterWithoutAWatermarkHasNothingToSay() {
    summary(0, 1, 9, 1);
    progress(0, 9, Long.MIN_VALUE);
    assertThat(out).isEmpty();
  }
}
