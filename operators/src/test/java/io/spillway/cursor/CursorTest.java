package io.spillway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Gap;
import io.spillway.event.ReadCounts;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.Written;
import io.spillway.policy.JobMatrix;
import io.spillway.storage.StorageAcks;
import io.spillway.testing.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CursorTest {
  private static final CursorKey ALL = CursorKey.global(Namespace.HARVEST, CursorKey.STORAGE);
  private static final CursorKey ONE =
      new CursorKey(Namespace.HARVEST, CursorKey.STORAGE, CursorKey.EXPR, "shop.orders");
  private static final FlushAck.File FILE =
      new FlushAck.File(
          "shop/orders/1/CDC000001.json", 1, 1, "size", new FlushAck.Rows(3, 40, 5, 9));
  private static final List<String> TRACES =
      List.of("4bf92f3577b34da6a3ce929d0e0e4736", "00000000000000000000000000000001");
  private static final FlushAck.File TRACED =
      new FlushAck.File(
          FILE.path(), FILE.number(), FILE.version(), FILE.reason(), FILE.rows(), TRACES);
  private static final Balance BALANCE = new Balance(new ReadCounts(9, 1, 2, 0), 4, 2, 0);

  private static final FlushAck.Steering STEERING = new FlushAck.Steering(1, 1500, "PROTECT");
  private static final Gap GAP = new Gap(new SourcePartition("shop", 3), 5, 40);

  private static KeyedOneInputStreamOperatorTestHarness<String, FlushAck, CursorEvent> harness()
      throws Exception {
    return harness(EarlierEvents.NONE);
  }

  private static KeyedOneInputStreamOperatorTestHarness<String, FlushAck, CursorEvent> harness(
      EarlierEvents earlier) throws Exception {
    KeyedOneInputStreamOperatorTestHarness<String, FlushAck, CursorEvent> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new CursorFunction("nightly", earlier, JobMatrix.DEFAULT)),
            ack -> ack.cursor().text(),
            Types.STRING);
    harness.setup(new CursorEventSerializer());
    return harness;
  }

  private static StreamRecord<FlushAck> ack(CursorKey cursor, long candidate, long checkpoint) {
    return new StreamRecord<>(new FlushAck.Reached(cursor, candidate, checkpoint));
  }

  @Test
  void aCursorMovesForwardOnlyAndEveryAckLeavesAnEvent() throws Exception {
    try (var harness = harness()) {
      harness.open();
      harness.setProcessingTime(50);
      harness.processElement(ack(ALL, 10, 1));
      harness.processElement(ack(ALL, 10, 1));
      harness.processElement(ack(ALL, 7, 2));
      harness.processElement(ack(ONE, 3, 2));
      harness.processElement(ack(ALL, 12, 3));
      List<CursorEvent> events = harness.extractOutputValues();
      assertThat(events)
          .extracting(event -> event.step().value())
          .containsExactly("10", "10", "10", "3", "12");
      assertThat(events)
          .extracting(event -> event.step().previous())
          .containsExactly(null, "10", "10", null, "10");
      assertThat(events)
          .extracting(event -> event.step().reason().word())
          .containsExactly("advanced", "no-forward", "no-forward", "advanced", "advanced");
      assertThat(events)
          .extracting(event -> event.step().seq())
          .containsExactly(1L, 2L, 3L, 1L, 4L);
      assertThat(events).allMatch(event -> event.atMs() == 50);
      assertThat(events.get(0).id()).isEqualTo(events.get(1).id()).isNotEqualTo(events.get(2).id());
    }
  }

  @Test
  void theFirstAckBehindARestoreTellsWhatWasRestored() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(ack(ALL, 10, 6));
      state = harness.snapshot(7, 1);
    }
    try (var harness = harness()) {
      harness.setRestoredCheckpointId(7);
      harness.initializeState(state);
      harness.open();
      harness.processElement(ack(ALL, 8, 7));
      harness.processElement(ack(ALL, 11, 8));
      harness.processElement(ack(ONE, 5, 8));
      List<CursorEvent> events = harness.extractOutputValues();
      assertThat(events)
          .extracting(event -> event.step().reason())
          .as("a cursor without a value has nothing that was restored")
          .containsExactly(
              CursorReason.RESTORED,
              CursorReason.NO_FORWARD,
              CursorReason.ADVANCED,
              CursorReason.ADVANCED);
      assertThat(events).extracting(event -> event.step().seq()).containsExactly(2L, 3L, 4L, 1L);
      assertThat(events.get(0).step().value()).isEqualTo("10");
      assertThat(events.get(0).work().checkpointId()).isEqualTo(7);
    }
  }

  /** A log whose newest event of every cursor is this. */
  private static EarlierEvents told(long seq, String value) {
    return cursor ->
        Optional.of(
            event(
                cursor,
                new CursorStep(seq, CursorReason.ADVANCED, CursorKind.TIME, null, value, value),
                new Work.Reached(9)));
  }

  @Test
  void aRestoreFromAnOlderPointThanTheLogTellsIsARewindAndTheSamePointIsNot() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(ack(ALL, 10, 6));
      harness.processElement(ack(ONE, 9, 6));
      state = harness.snapshot(7, 1);
    }
    try (var harness = harness(told(4, "30"))) {
      harness.setRestoredCheckpointId(7);
      harness.initializeState(state);
      harness.open();
      harness.processElement(ack(ONE, 11, 8));
      harness.processElement(ack(ALL, 11, 8));
      harness.processElement(ack(ALL, 12, 9));
      List<CursorEvent> events = harness.extractOutputValues();
      assertThat(events)
          .extracting(event -> event.step().reason())
          .as("it is told once, of the cursor of all")
          .containsExactly(
              CursorReason.RESTORED,
              CursorReason.ADVANCED,
              CursorReason.REWIND,
              CursorReason.ADVANCED,
              CursorReason.ADVANCED);
      CursorEvent rewind = events.get(2);
      assertThat(rewind.step().value()).isEqualTo("10").isEqualTo(rewind.step().previous());
      assertThat(rewind.work().checkpointId()).isEqualTo(7);
      assertThat(rewind.work()).isEqualTo(new Work.SetBack(7, new Work.Logged(4, 9, "30")));
    }
    try (var harness = harness(told(1, "10"))) {
      harness.setRestoredCheckpointId(7);
      harness.initializeState(state);
      harness.open();
      harness.processElement(ack(ALL, 11, 8));
      assertThat(harness.extractOutputValues())
          .extracting(event -> event.step().reason())
          .containsExactly(CursorReason.RESTORED, CursorReason.ADVANCED);
    }
  }

  @Test
  void aStartFromNothingWhereALogIsIsARewind() throws Exception {
    try (var harness = harness(told(4, "30"))) {
      harness.open();
      harness.processElement(ack(ALL, 11, 1));
      List<CursorEvent> events = harness.extractOutputValues();
      assertThat(events)
          .extracting(event -> event.step().reason())
          .containsExactly(CursorReason.REWIND, CursorReason.ADVANCED);
      assertThat(events.get(0).step().value()).isNull();
      assertThat(events).extracting(event -> event.step().seq()).containsExactly(1L, 2L);
    }
  }

  @Test
  void aGapIsToldWithoutMovingTheCursorAndItsRepetitionHasTheSameId() throws Exception {
    List<String> ids = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(ack(ALL, 10, 6));
      state = harness.snapshot(7, 1);
    }
    for (int attempt = 0; attempt < 2; attempt++) {
      try (var harness = harness()) {
        harness.setRestoredCheckpointId(7);
        harness.initializeState(state);
        harness.open();
        harness.processElement(new StreamRecord<>(new FlushAck.Missing(ALL, GAP)));
        List<CursorEvent> events = harness.extractOutputValues();
        assertThat(events)
            .extracting(event -> event.step().reason().word())
            .containsExactly("restored", "gap");
        assertThat(((Work.Missed) events.get(1).work()).gap()).isEqualTo(GAP);
        assertThat(events.get(1).step().value()).isEqualTo("10");
        ids.add(events.get(1).id());
      }
    }
    assertThat(ids.get(0)).isEqualTo("HARVEST/GLOBAL/@7:gap:shop-3:5:40").isEqualTo(ids.get(1));
  }

  @Test
  void aGapOfASourceIsOneOfItsSinksCursor() {
    List<FlushAck> acks = new ArrayList<>();
    GapAcks told = new GapAcks(Namespace.HARVEST, CursorKey.STORAGE);
    told.flatMap(GAP, new ListCollector<>(acks));
    assertThat(acks).containsExactly(new FlushAck.Missing(ALL, GAP));
  }

  @Test
  void theBalanceIsAnEventOfItsOwnAlsoWithoutAClaim() throws Exception {
    try (var harness = harness()) {
      harness.open();
      harness.processElement(new StreamRecord<>(new FlushAck.Counted(ALL, 1, BALANCE)));
      harness.processElement(ack(ALL, 10, 2));
      harness.processElement(new StreamRecord<>(new FlushAck.Counted(ALL, 2, BALANCE)));
      List<CursorEvent> events = harness.extractOutputValues();
      assertThat(events)
          .extracting(event -> event.step().reason().word())
          .containsExactly("balance", "advanced", "balance");
      assertThat(events)
          .extracting(event -> event.step().value())
          .containsExactly(null, "10", "10");
      assertThat(((Work.Counted) events.get(2).work()).balance()).isEqualTo(BALANCE);
    }
  }

  @Test
  void aModeOfABulkControllerIsAnEventThatMovesNothing() throws Exception {
    try (var harness = harness()) {
      harness.open();
      harness.processElement(ack(ALL, 10, 1));
      harness.processElement(new StreamRecord<>(new FlushAck.Steered(ALL, 2, STEERING)));
      CursorEvent event = harness.extractOutputValues().get(1);
      assertThat(event.step().reason()).isEqualTo(CursorReason.MODE);
      assertThat(event.step().value()).isEqualTo("10");
      assertThat(event.id()).isEqualTo("HARVEST/GLOBAL/@2:mode:1:1500");
      assertThat(json(event))
          .contains(
              "\"bulk\":{\"writer\":1,\"since\":\"1970-01-01T00:00:01.500Z\",\"mode\":\"PROTECT\"}");
    }
  }

  private static CursorEvent event(CursorKey cursor, CursorStep step, Work work) {
    return new CursorEvent(cursor, step, work, new CursorEvent.Origin("nightly", "ab12", 3), 0);
  }

  @Test
  void anEventIsOneLineOfJson() throws IOException {
    CursorStep step = CursorState.none(CursorKind.TIME).acknowledge("9", 4);
    assertThat(json(event(ONE, step, new Work.Written(4, FILE))))
        .isEqualTo(
            "{\"id\":\"HARVEST/EXPR/shop.orders@4:shop/orders/1/CDC000001.json:9\",\"seq\":1,"
                + "\"at\":\"1970-01-01T00:00:00Z\",\"operation\":\"HARVEST\",\"namespace\":\"\","
                + "\"direction\":\"FORWARD\",\"sink\":\"storage\",\"scope\":\"EXPR\","
                + "\"key\":\"shop.orders\",\"type\":\"TIME\",\"previous\":null,\"candidate\":9,"
                + "\"value\":9,\"reason\":\"advanced\",\"checkpoint\":4,\"pipeline\":\"nightly\","
                + "\"run\":\"ab12\",\"attempt\":3,\"trace\":\"ab12-4\","
                + "\"file\":{\"path\":\"shop/orders/1/CDC000001.json\",\"number\":1,"
                + "\"version\":1,\"flush\":\"size\",\"rows\":3,\"bytes\":40,"
                + "\"minCommitTs\":5,\"maxCommitTs\":9}}\n");
  }

  @Test
  void aBalanceIsToldInNumbers() throws IOException {
    CursorStep step = CursorState.none(CursorKind.TIME).mark(CursorReason.BALANCE);
    assertThat(json(event(ALL, step, new Work.Counted(4, BALANCE))))
        .contains("\"id\":\"HARVEST/GLOBAL/@4:balance\"")
        .contains(
            "\"balance\":{\"read\":9,\"stored\":4,\"spooled\":2,\"alreadyDelivered\":0,\"deadLetters\":1,"
                + "\"skipped\":2,\"duplicates\":0,\"copies\":0,\"difference\":0}");
  }

  private static String json(CursorEvent event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new CursorEventJson().write(event, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void acksEventsAndStateRoundTrip() throws IOException {
    FlushAck withFile = new FlushAck.Delivered(ONE, 9, 4, FILE);
    Wire.roundTrips(
        new FlushAckSerializer(),
        withFile,
        new FlushAck.Delivered(ONE, 9, 4, TRACED),
        new FlushAck.Reached(ALL, 9, 4),
        new FlushAck.Counted(ALL, 4, BALANCE),
        new FlushAck.Missing(ALL, GAP),
        new FlushAck.Steered(ALL, 4, STEERING));
    Wire.refusesOtherVersions(new FlushAckSerializer(), withFile);
    CursorState state = new CursorState(CursorKind.TOKEN, "tok", 7, 4);
    Wire.roundTrips(new CursorStateSerializer(), state, CursorState.none(CursorKind.TIME));
    Wire.refusesOtherVersions(new CursorStateSerializer(), state);
    CursorEvent event = event(ONE, state.acknowledge("next", 5), new Work.Written(4, FILE));
    Wire.roundTrips(
        new CursorEventSerializer(),
        event,
        event(ONE, state.acknowledge("next", 5), new Work.Written(4, TRACED)),
        event(ALL, state.mark(CursorReason.RESTORED), new Work.Reached(4)),
        event(
            ALL, state.mark(CursorReason.REWIND), new Work.SetBack(4, new Work.Logged(8, 6, null))),
        event(ALL, state.mark(CursorReason.GAP), new Work.Missed(4, GAP)),
        event(ALL, state.mark(CursorReason.BALANCE), new Work.Counted(4, BALANCE)),
        event(ALL, state.mark(CursorReason.MODE), new Work.Steered(4, STEERING)));
    Wire.refusesOtherVersions(new CursorEventSerializer(), event);
  }

  @Test
  void aCommittedPlanAcknowledgesEachFileAndTheWhole() {
    DataFile file = new DataFile(new DataDir(new TableId("shop", "orders"), 1, ""), "", 1);
    SealedRows rows = new SealedRows(3, 40, 5, 9, TRACES);
    SealedFile sealed = new SealedFile(file, "shop.orders", FlushReason.SIZE, rows);
    CommitPlan plan =
        new CommitPlan(4, 7, List.of(new Written.Data(sealed, new byte[0])), List.of(), BALANCE);
    assertThat(acks(new CommittableWithLineage<>(plan, 4, 0)))
        .containsExactly(
            new FlushAck.Delivered(ONE, 9, 4, TRACED),
            new FlushAck.Reached(ALL, 7, 4),
            new FlushAck.Counted(ALL, 4, BALANCE));
    assertThat(acks(new CommittableSummary<>(0, 1, 4, 1, 0))).isEmpty();
  }

  private static List<FlushAck> acks(CommittableMessage<CommitPlan> message) {
    List<FlushAck> acks = new ArrayList<>();
    new StorageAcks(Namespace.HARVEST, 6, ".json").flatMap(message, new ListCollector<>(acks));
    return acks;
  }
}
