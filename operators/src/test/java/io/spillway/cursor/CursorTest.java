package io.spillway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.storage.Balance;
import io.spillway.storage.CommitPlan;
import io.spillway.storage.DataDir;
import io.spillway.storage.DataFile;
import io.spillway.storage.FlushReason;
import io.spillway.storage.SealedFile;
import io.spillway.storage.Written;
import io.spillway.testing.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  private static final CursorKey ALL = new CursorKey("HARVEST", CursorKey.GLOBAL, "");
  private static final CursorKey ONE = new CursorKey("HARVEST", CursorKey.EXPR, "shop.orders");
  private static final FlushAck.File FILE =
      new FlushAck.File("shop/orders/1/CDC000001.json", "size", 3, 40, 5, 9);

  private static KeyedOneInputStreamOperatorTestHarness<String, FlushAck, CursorEvent> harness()
      throws Exception {
    KeyedOneInputStreamOperatorTestHarness<String, FlushAck, CursorEvent> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new CursorFunction("nightly")),
            ack -> ack.cursor().text(),
            Types.STRING);
    harness.setup(new CursorEventSerializer());
    return harness;
  }

  private static StreamRecord<FlushAck> ack(CursorKey cursor, long candidate, long checkpoint) {
    return new StreamRecord<>(new FlushAck(cursor, candidate, checkpoint, null));
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
      assertThat(events).extracting(CursorEvent::value).containsExactly(10L, 10L, 10L, 3L, 12L);
      assertThat(events)
          .extracting(CursorEvent::previous)
          .containsExactly(Long.MIN_VALUE, 10L, 10L, Long.MIN_VALUE, 10L);
      assertThat(events)
          .extracting(CursorEvent::reason)
          .containsExactly("advanced", "no-forward", "no-forward", "advanced", "advanced");
      assertThat(events).allMatch(event -> event.atMs() == 50);
      assertThat(events.get(0).id()).isEqualTo(events.get(1).id()).isNotEqualTo(events.get(2).id());
    }
  }

  @Test
  void aCursorSurvivesARestore() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(ack(ALL, 10, 1));
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(ack(ALL, 8, 1));
      assertThat(harness.extractOutputValues().get(0).value()).isEqualTo(10);
    }
  }

  @Test
  void anEventIsOneLineOfJson() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new CursorEventJson()
        .write(CursorEvent.after("nightly", Long.MIN_VALUE, new FlushAck(ONE, 9, 4, FILE), 0), out);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"id\":\"HARVEST/EXPR/shop.orders@4:shop/orders/1/CDC000001.json:9\","
                + "\"at\":\"1970-01-01T00:00:00Z\",\"pipeline\":\"nightly\","
                + "\"operation\":\"HARVEST\",\"scope\":\"EXPR\",\"key\":\"shop.orders\","
                + "\"direction\":\"FORWARD\",\"type\":\"TIME\",\"previous\":null,\"value\":9,"
                + "\"reason\":\"advanced\",\"checkpoint\":4,"
                + "\"file\":{\"path\":\"shop/orders/1/CDC000001.json\",\"flush\":\"size\","
                + "\"rows\":3,\"bytes\":40,\"minCommitTs\":5,\"maxCommitTs\":9}}\n");
  }

  @Test
  void acksAndEventsRoundTrip() throws IOException {
    FlushAck withFile = new FlushAck(ONE, 9, 4, FILE);
    Wire.roundTrips(new FlushAckSerializer(), withFile, new FlushAck(ALL, 9, 4, null));
    Wire.refusesOtherVersions(new FlushAckSerializer(), withFile);
    CursorEvent event = CursorEvent.after("nightly", 3, withFile, 77);
    Wire.roundTrips(new CursorEventSerializer(), event);
    Wire.refusesOtherVersions(new CursorEventSerializer(), event);
  }

  @Test
  void aCommittedPlanAcknowledgesEachFileAndTheWhole() {
    DataFile file = new DataFile(new DataDir(new TableId("shop", "orders"), 1, ""), "", 1);
    SealedFile sealed = new SealedFile(file, "shop.orders", FlushReason.SIZE, 3, 40, 5, 9);
    CommitPlan plan =
        new CommitPlan(
            4, 7, List.of(new Written.Data(sealed, new byte[0])), List.of(), Balance.NONE);
    assertThat(acks(new CommittableWithLineage<>(plan, 4, 0)))
        .containsExactly(new FlushAck(ONE, 9, 4, FILE), new FlushAck(ALL, 7, 4, null));
    CommitPlan silent = new CommitPlan(4, Long.MIN_VALUE, List.of(), List.of(), Balance.NONE);
    assertThat(acks(new CommittableWithLineage<>(silent, 4, 0))).isEmpty();
    assertThat(acks(new CommittableSummary<>(0, 1, 4, 1, 0))).isEmpty();
  }

  private static List<FlushAck> acks(CommittableMessage<CommitPlan> message) {
    List<FlushAck> acks = new ArrayList<>();
    new StorageAcks("HARVEST", 6, ".json").flatMap(message, new ListCollector<>(acks));
    return acks;
  }
}
