package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Broadcast;
import io.spillway.event.CommitTs;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.Header;
import io.spillway.event.Opened;
import io.spillway.event.PartitionProgress;
import io.spillway.event.Poison;
import io.spillway.event.ReadCounts;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.event.TraceSampling;
import io.spillway.log.LoggedWarnings;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.JobMatrix;
import io.spillway.wire.RowSerializer;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class DecodeOperatorTest {
  private static final TableId TABLE = new TableId("shop", "orders");
  private static final SourcePartition P0 = new SourcePartition("p", 0);
  private static final SourcePartition P1 = new SourcePartition("p", 1);

  private static OneInputStreamOperatorTestHarness<Event, Row> harness(int parallelism, int subtask)
      throws Exception {
    OneInputStreamOperatorTestHarness<Event, Row> harness =
        new OneInputStreamOperatorTestHarness<>(
            new DecodeOperator(JobMatrix.DEFAULT), 16, parallelism, subtask);
    harness.setup(new RowSerializer());
    return harness;
  }

  private static Row row(SourcePartition partition, long commitTs, TableShape shape) {
    return new Row(partition, DispatcherId.of(TABLE), commitTs, new byte[4], 0, 4, shape);
  }

  private static void send(OneInputStreamOperatorTestHarness<Event, Row> harness, Event... events)
      throws Exception {
    for (Event event : events) {
      harness.processElement(new StreamRecord<>(event));
    }
  }

  /** Commit timestamps of the rows that went on; the record is reused, so as a list of its own. */
  private static List<Long> rows(OneInputStreamOperatorTestHarness<Event, Row> harness) {
    List<Long> rows = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record) {
        rows.add(((Row) record.getValue()).commitTs());
      }
    }
    return rows;
  }

  private static <T> List<T> side(
      OneInputStreamOperatorTestHarness<Event, Row> harness, OutputTag<T> tag) {
    List<T> values = new ArrayList<>();
    if (harness.getSideOutput(tag) != null) {
      harness.getSideOutput(tag).forEach(record -> values.add(record.getValue()));
    }
    return values;
  }

  @Test
  void whatItsOwnPartitionHasResolvedIsDroppedAndNothingElse() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 5, null), new Resolved(P0, 10), row(P0, 10, null), row(P0, 11, null));
      send(harness, row(P1, 7, null), new Resolved(P0, 8), row(P0, 9, null));
      assertThat(rows(harness)).containsExactly(5L, 11L, 7L);
    }
  }

  @Test
  void aSnapshotThatComesBehindChangesIsDeliveredAndLoggedOnce() throws Exception {
    try (LoggedWarnings log = new LoggedWarnings(DecodeOperator.class);
        var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 5, null).read(true), row(P0, 6, null));
      assertThat(log.lines()).isEmpty();

      send(harness, row(P0, 7, null).read(true), row(P0, 8, null), row(P0, 9, null).read(true));

      assertThat(rows(harness)).containsExactly(5L, 6L, 7L, 8L, 9L);
      assertThat(log.lines()).singleElement().asString().contains("p-0", "snapshot", "once more");
    }
  }

  @Test
  void aRowSaysHowOftenItsPartitionWasSeenToStartAgain() throws Exception {
    Row first = row(P0, 11, null).printed(1);
    Row second = row(P0, 12, null).printed(1);
    Row other = row(P1, 12, null).printed(1);
    Row afterAReplay = row(P0, 11, null).printed(1);
    Row afterAResolvedEvent = row(P0, 13, null).printed(1);
    Row withoutExactTime = row(P0, 13, null);
    Row putBack = row(P0, 13, null).printed(1);
    putBack.headed(List.of(), Replay.ALL);
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Resolved(P0, 10), first, second, other, row(P0, 9, null));
      send(harness, row(P0, 10, null), afterAReplay, new Resolved(P0, 10), afterAResolvedEvent);
      send(harness, withoutExactTime, putBack);
    }
    assertThat(first.origin()).isEqualTo(second.origin()).isEqualTo(RowOrigin.of(P0, 0));
    assertThat(other.origin()).isEqualTo(RowOrigin.of(P1, 0));
    assertThat(afterAReplay.origin()).isEqualTo(RowOrigin.of(P0, 1));
    assertThat(afterAResolvedEvent.origin()).isEqualTo(RowOrigin.of(P0, 2));
    assertThat(withoutExactTime.origin()).isZero();
    assertThat(putBack.origin()).isZero();
  }

  @Test
  void theTraceOfARowIsThatOfADeadLetterOfItsMessageAndNobodyElses() throws Exception {
    String id = "4bf92f3577b34da6a3ce929d0e0e4736";
    byte[] parent = ("00-" + id + "-00f067aa0ba902b7-01").getBytes(StandardCharsets.US_ASCII);
    List<Header> headers = List.of(new Header("traceparent", parent));
    Row headed = row(P0, 5, null).at(1);
    headed.headed(headers, Replay.NONE);
    Row replayed = row(P0, 1, null).at(2);
    replayed.headed(headers, Replay.ALL);
    Row plain = row(P0, 6, null).at(3);
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, headed, new Resolved(P0, 5), replayed, plain);
    }
    assertThat(headed.trace()).isEqualTo(id);
    assertThat(replayed.trace()).isEqualTo(id);
    assertThat(plain.trace()).isNull();
    SourcePosition at = new SourcePosition(P0, 1, -1);
    Poison.About about = new Poison.About(headers, TABLE, "");
    Poison bad = new Poison(at, null, parent, Poison.Kind.INVALID, "bad", about);
    assertThat(DeadLetter.undecodable(bad, "", 0).traceId()).isEqualTo(id);
  }

  @Test
  void ddlsAndShapesGoToEverybodyAndDuplicatesOfDdlsDont() throws Exception {
    TableShape shape = new TableShape(TABLE, 5, List.of(new TableShape.Column("id", "int", true)));
    SchemaChange ddl = new SchemaChange(P0, 6, TABLE, "ALTER", "x");
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 5, shape), ddl, new Resolved(P0, 6), ddl);
      assertThat(side(harness, DecodeOperator.BROADCASTS)).containsExactly(shape, ddl);
    }
  }

  @Test
  void columnsThatADdlTellsGoBeforeItAsARowsDo() throws Exception {
    List<TableShape.Column> columns = List.of(new TableShape.Column("id", "int", true));
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new SchemaChange(P0, 6, TABLE, "QUERY", "", columns));
      assertThat(side(harness, DecodeOperator.BROADCASTS))
          .containsExactly(
              new TableShape(TABLE, 7, columns), new SchemaChange(P0, 6, TABLE, "QUERY", ""));
    }
  }

  @Test
  void whatCantBeReadBecomesADeadLetterWithEverythingInIt() throws Exception {
    SourcePosition at = new SourcePosition(P1, 99, 123);
    byte[] value = {1, 2};
    try (var harness = harness(1, 0)) {
      harness.open();
      harness.setProcessingTime(77);
      send(harness, new Poison(at, null, value, Poison.Kind.MALFORMED, "why"));
      DeadLetter letter = side(harness, DecodeOperator.DEAD_LETTERS).get(0);
      assertThat(letter)
          .usingRecursiveComparison()
          .isEqualTo(
              new DeadLetter(
                  new DeadLetter.Original(at, null, value, List.of()),
                  new DeadLetter.Failure("decode", "MALFORMED", "why", 1, 77, 77),
                  new DeadLetter.Subject("", "", null)));
      assertThat(rows(harness)).isEmpty();
    }
  }

  @Test
  void aMessageThatIsAheadOfTheClockIsADeadLetterAndTheOthersFlow() throws Exception {
    Poison ahead =
        new Poison(
            new SourcePosition(P0, 1, -1), null, new byte[0], Poison.Kind.AHEAD, "is 2100-01-01");
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 5, null), ahead, row(P0, 6, null));
      assertThat(rows(harness)).containsExactly(5L, 6L);
      assertThat(side(harness, DecodeOperator.DEAD_LETTERS))
          .extracting(letter -> letter.failure().kind())
          .containsExactly("AHEAD");
    }
  }

  private static Row replayed(long commitTs, Replay replay) {
    Row row = row(P0, commitTs, null);
    row.headed(List.of(new Header(Replay.HEADER, new byte[0])), replay);
    return row;
  }

  @Test
  void aRowThatWasPutBackIsDeliveredAlthoughItsPartitionHasResolvedIt() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Resolved(P0, 10), row(P0, 4, null), replayed(5, Replay.ALL));
      assertThat(rows(harness)).containsExactly(5L);
      assertThat(side(harness, DecodeOperator.SEARCH_ONLY)).isEmpty();
    }
  }

  @Test
  void aRowThatOnlySearchHadRefusedIsNotStoredTwiceAndTheCountsSaySo() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Resolved(P0, 10), replayed(5, Replay.SEARCH));
      assertThat(rows(harness)).isEmpty();
      assertThat(side(harness, DecodeOperator.SEARCH_ONLY))
          .extracting(Row::commitTs)
          .containsExactly(5L);
      harness.prepareSnapshotPreBarrier(1);
      assertThat(side(harness, DecodeOperator.BROADCASTS))
          .containsExactly((Broadcast) new ReadCounts(1, 0, 1, 0));
    }
  }

  /** What the next operator throws while a row is handed to it. */
  private static final class Broken implements Output<StreamRecord<Row>> {
    @Override
    public void collect(StreamRecord<Row> record) {
      throw new IllegalStateException("the next operator has failed");
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
      throw new AssertionError("nothing else is told: " + record);
    }

    @Override
    public void emitWatermark(Watermark mark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void emitWatermark(WatermarkEvent event) {}

    @Override
    public void close() {}
  }

  @Test
  void aFailureBehindTheDecoderIsNeverTakenForABadMessage() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      Field output = AbstractStreamOperator.class.getDeclaredField("output");
      output.setAccessible(true);
      output.set(harness.getOperator(), new Broken());
      assertThatThrownBy(() -> send(harness, row(P0, 5, null)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the next operator has failed");
      assertThat(side(harness, DecodeOperator.DEAD_LETTERS)).isEmpty();
    }
  }

  @Test
  void aPartitionThatIsReadOnKnowsWhatItHadResolved() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Opened(P0, 10), new Opened(P1, Long.MIN_VALUE));
      send(harness, row(P0, 10, null), row(P1, 10, null), row(P0, 11, null));
      assertThat(rows(harness)).containsExactly(10L, 11L);
    }
  }

  @Test
  void whatTheSourceNoLongerHadGoesItsOwnWay() throws Exception {
    Gap gap = new Gap(P0, 5, 40);
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 10, null), gap, row(P0, 11, null));
      assertThat(side(harness, DecodeOperator.GAPS)).containsExactly(gap);
      assertThat(rows(harness)).containsExactly(10L, 11L);
    }
  }

  @Test
  void theEndIsLedByTheNewestThingSeen() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Resolved(P0, 10), row(P1, 15, null));
      harness.processWatermark(new Watermark(10));
      harness.processWatermark(new Watermark(CommitTs.END_OF_INPUT));
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput())
          .filteredOn(element -> element instanceof Watermark)
          .map(element -> ((Watermark) element).getTimestamp())
          .containsExactly(10L, 15L, Long.MAX_VALUE);
    }
  }

  @Test
  void whereATopicsEndSaysNothingProgressEndsWithWhatWasResolved() throws Exception {
    DecodeOperator bounded =
        new DecodeOperator(
            JobMatrix.DEFAULT, TraceSampling.BY_FLAG, ProgressBy.RESOLVED, Origin.UNKNOWN);
    try (var harness = new OneInputStreamOperatorTestHarness<Event, Row>(bounded)) {
      harness.setup(new RowSerializer());
      harness.open();
      send(harness, row(P0, 5, null), new Resolved(P0, 10), row(P0, 15, null));
      harness.processWatermark(new Watermark(CommitTs.END_OF_INPUT));
      assertThat(harness.getOutput())
          .filteredOn(element -> element instanceof Watermark)
          .map(element -> ((Watermark) element).getTimestamp())
          .containsExactly(10L, Long.MAX_VALUE);
    }
  }

  @Test
  void aSourceThatIsStoppedInMidStreamClaimsWhatItHadResolvedAndNoMore() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, row(P0, 5, null), new Resolved(P0, 10), row(P0, 15, null));
      harness.processWatermark(new Watermark(10));
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput())
          .filteredOn(element -> element instanceof Watermark)
          .map(element -> ((Watermark) element).getTimestamp())
          .containsExactly(10L);
    }
  }

  @Test
  void nowAndThenHowFarEachPartitionIsAndForHowLongItIsSilentIsTold() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.setProcessingTime(0);
      harness.open();
      send(harness, new Resolved(P0, 10), new Resolved(P1, 20), row(P1, 30, null));
      harness.setProcessingTime(1000);
      assertThat(side(harness, DecodeOperator.BROADCASTS))
          .containsExactlyInAnyOrder(
              (Broadcast) new PartitionProgress(P0, 10, Long.MIN_VALUE, 0, false),
              new PartitionProgress(P1, 20, 30, 0, false));
      send(harness, new Resolved(P0, 11));
      harness.setProcessingTime(2000);
      assertThat(side(harness, DecodeOperator.BROADCASTS))
          .contains(
              new PartitionProgress(P0, 11, Long.MIN_VALUE, 0, false),
              new PartitionProgress(P1, 20, 30, 1000, false));
    }
  }

  @Test
  void statementsThatGoOnAreCountedAtTheBarrier() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      SchemaChange ddl = new SchemaChange(P0, 12, TABLE, "ALTER", "alter table orders add c int");
      SchemaChange again = new SchemaChange(P0, 5, TABLE, "ALTER", "alter table orders add b int");
      send(harness, new Resolved(P0, 10), again, ddl);
      send(harness, new Skipped(P0, "heartbeat"));
      harness.prepareSnapshotPreBarrier(1);
      harness.prepareSnapshotPreBarrier(2);
      assertThat(side(harness, DecodeOperator.BROADCASTS).stream())
          .filteredOn(ReadCounts.class::isInstance)
          .containsExactly(new ReadCounts(1, 0, 1, 0, 0, 1));
    }
  }
}
