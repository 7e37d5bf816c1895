package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Broadcast;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Opened;
import io.spillway.event.PartitionProgress;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.JobMatrix;
import io.spillway.wire.RowSerializer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
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
          .isEqualTo(new DeadLetter(at, new byte[0], value, "decode", "MALFORMED", "why", 77));
      assertThat(rows(harness)).isEmpty();
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
  void theEndIsLedByTheNewestThingSeen() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.open();
      send(harness, new Resolved(P0, 10), row(P1, 15, null));
      harness.processWatermark(new Watermark(10));
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput())
          .filteredOn(element -> element instanceof Watermark)
          .map(element -> ((Watermark) element).getTimestamp())
          .containsExactly(10L, 15L, Long.MAX_VALUE);
    }
  }

  @Test
  void nowAndThenThePartitionFurthestBehindIsTold() throws Exception {
    try (var harness = harness(1, 0)) {
      harness.setProcessingTime(0);
      harness.open();
      send(harness, new Resolved(P0, 10), new Resolved(P1, 20), row(P1, 30, null));
      harness.setProcessingTime(1000);
      assertThat(side(harness, DecodeOperator.BROADCASTS))
          .containsExactly((Broadcast) new PartitionProgress(P0, 10));
    }
  }
}
