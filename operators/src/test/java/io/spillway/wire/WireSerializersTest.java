package io.spillway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Broadcast;
import io.spillway.event.BulkRange;
import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.LogPlace;
import io.spillway.event.PartitionProgress;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.RowBatch;
import io.spillway.event.RowBatchBuilder;
import io.spillway.event.RowOrigin;
import io.spillway.event.RowPasses;
import io.spillway.event.SchemaChange;
import io.spillway.event.SinkName;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableScope;
import io.spillway.event.TableShape;
import io.spillway.event.Tuning;
import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class WireSerializersTest {
  private static final SourcePartition PARTITION = new SourcePartition("täglich", 11);
  private static final TableId TABLE = new TableId("库", "表.#\\");
  private static final TableShape SHAPE =
      new TableShape(TABLE, 7, List.of(new TableShape.Column("id", "int(11)", true)));
  private static final SchemaChange DDL =
      new SchemaChange(PARTITION, 1L << 62, TABLE, "ALTER", "x".repeat(100_000));
  private static final String TRACE = "fbf92f3577b34da6a3ce929d0e0e473";
  private static final byte[] KEY = {1, 2};

  @Test
  void everyBroadcastRoundTrips() throws IOException {
    Wire.<Broadcast>roundTrips(
        new BroadcastSerializer(),
        DDL,
        SHAPE,
        new PartitionProgress(PARTITION, Long.MIN_VALUE, 7, 1000, true),
        new ControlChange(
            3,
            7,
            99,
            List.of(TableScope.ALL),
            List.of(new TableScope("库", ""), new TableScope("a", "b.c"))),
        new ControlChange(
            3,
            7,
            99,
            List.of(),
            List.of(),
            new Tuning(
                List.of(SinkName.SEARCH, SinkName.STORAGE), new BulkRange(1, 2, 3, 4, 5), 17)));
    Wire.refusesOtherVersions(new BroadcastSerializer(), DDL);
  }

  /** As the release before wrote them, by hand from the description of version 1. */
  @Test
  void settingsOfVersionOneAreRead() throws IOException {
    String bytes =
        "01"
            + "05"
            + "0000000000000003"
            + "0000000000000007"
            + "0000000000000063"
            + "00000001"
            + "0000000161"
            + "0000000162"
            + "00000001"
            + "00000000"
            + "00000000";
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(bytes));
    assertThat(new BroadcastSerializer().deserialize(in))
        .isEqualTo(
            new ControlChange(
                3, 7, 99, List.of(new TableScope("a", "b")), List.of(TableScope.ALL)));
    assertThat(in.available()).isZero();
  }

  /** As 0.1.0 wrote it: a paused sink, edges of the bulk controller, an override, 10 s. */
  @Test
  void settingsOfVersionTwoAreReadWithoutTheirOverrides() throws IOException {
    String before =
        "02"
            + "05"
            + "0000000000000003"
            + "0000000000000007"
            + "0000000000000063"
            + "00000000"
            + "00000000"
            + "00000001"
            + "00000006"
            + "736561726368"
            + "00000400"
            + "00100000"
            + "0000000000000032"
            + "0000000000001388"
            + "00000002";
    String after = "0000000000002710";
    DataInputDeserializer in =
        new DataInputDeserializer(
            HexFormat.of().parseHex(before + "00000001" + "00000003" + "610962" + after));
    ControlChange change =
        new ControlChange(
            3,
            7,
            99,
            List.of(),
            List.of(),
            new Tuning(
                List.of(SinkName.SEARCH), new BulkRange(1024, 1 << 20, 50, 5000, 2), 10_000));
    assertThat(new BroadcastSerializer().deserialize(in)).isEqualTo(change);
    assertThat(in.available()).isZero();
    assertThat(HexFormat.of().formatHex(Wire.bytes(new BroadcastSerializer(), change)))
        .isEqualTo(before + "00000000" + after);
  }

  @Test
  void onlyAGapLeavesItsTask() throws IOException {
    Wire.<Event>roundTrips(new EventSerializer(), new Gap(PARTITION, 5, 40));
    Wire.refusesOtherVersions(new EventSerializer(), new Gap(PARTITION, 5, 40));
    assertThatThrownBy(() -> Wire.bytes(new EventSerializer(), new Resolved(PARTITION, 3)))
        .hasMessageContaining("Resolved can't leave its task")
        .hasMessageContaining("must be chained");
  }

  @Test
  void aRowTravelsAsItsSliceWithoutPartitionAndShape() throws IOException {
    RowSerializer serializer = new RowSerializer();
    DataOutputSerializer out = new DataOutputSerializer(16);
    for (int i = 0; i < 3; i++) {
      TableId table = new TableId("shop", "t" + i % 2);
      byte[] buffer = {0, 0, (byte) i, 1, 0};
      serializer.serialize(
          new Row(PARTITION, DispatcherId.of(table), 70 + i, buffer, 2, 2, SHAPE), out);
    }
    DataOutputSerializer copied = new DataOutputSerializer(1024);
    DataInputDeserializer original = new DataInputDeserializer(out.getCopyOfBuffer());
    for (int i = 0; i < 3; i++) {
      serializer.copy(original, copied);
    }
    assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    DispatcherId first = null;
    for (int i = 0; i < 3; i++) {
      Row row = serializer.deserialize(in);
      assertThat(row.commitTs()).isEqualTo(70 + i);
      assertThat(row.dispatcher().key()).isEqualTo("shop.t" + i % 2);
      assertThat(row.length()).isEqualTo(2);
      assertThat(row.buffer()[row.offset()]).isEqualTo((byte) i);
      assertThat(row.partition()).isNull();
      assertThat(row.shape()).isNull();
      first = i == 0 ? row.dispatcher() : first;
      assertThat(i != 2 || row.dispatcher() == first).as("one object per dispatcher").isTrue();
    }
    assertThat(serializer.snapshotConfiguration().restoreSerializer()).isEqualTo(serializer);
  }

  @Test
  void aRowWhoseTraceIsFollowedTakesItAlongAndNoOtherGrows() throws IOException {
    RowSerializer serializer = new RowSerializer();
    DataOutputSerializer out = new DataOutputSerializer(16);
    int[] ends = new int[4];
    for (int i = 0; i < 4; i++) {
      Row row = new Row(PARTITION, DispatcherId.of(TABLE), 5, new byte[i], 0, i, null);
      serializer.serialize(row.traced(i % 2 == 0 ? null : TRACE + i), out);
      ends[i] = out.length();
    }
    assertThat(ends[1] - ends[0]).isEqualTo(ends[0] + 1 + 16);
    assertThat(ends[2] - ends[1]).isEqualTo(ends[0] + 2);
    DataInputDeserializer original = new DataInputDeserializer(out.getCopyOfBuffer());
    DataOutputSerializer copied = new DataOutputSerializer(1024);
    for (int i = 0; i < 4; i++) {
      serializer.copy(original, copied);
    }
    assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    for (int i = 0; i < 4; i++) {
      Row row = serializer.deserialize(in);
      assertThat(row.length()).isEqualTo(i);
      assertThat(row.trace()).isEqualTo(i % 2 == 0 ? null : TRACE + i);
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void rowsAreReadIntoOneArrayButForThoseThatAreTooLargeToKeepIt() throws IOException {
    RowSerializer serializer = new RowSerializer();
    DataOutputSerializer out = new DataOutputSerializer(16);
    int[] lengths = {3, 200, 0, 7, 3 << 20, 50, 1 << 20, 9};
    for (int i = 0; i < lengths.length; i++) {
      byte[] bytes = filled(lengths[i], i);
      serializer.serialize(
          new Row(PARTITION, DispatcherId.of(TABLE), 5, bytes, 0, bytes.length, null), out);
    }
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    byte[] before = null;
    for (int i = 0; i < lengths.length; i++) {
      Row row = serializer.deserialize(in);
      assertThat(Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length()))
          .isEqualTo(filled(lengths[i], i));
      if (i == 2 || i == 3 || i == 7) {
        assertThat(row.buffer()).as("array of row %d", i).isSameAs(before);
      }
      if (i == 5) {
        assertThat(row.buffer()).hasSizeLessThan(1 << 20);
      }
      before = row.buffer();
    }
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  @Test
  void aRowTakesItsOriginAlong() throws IOException {
    RowSerializer serializer = new RowSerializer();
    DataOutputSerializer out = new DataOutputSerializer(16);
    long origin = RowOrigin.of(PARTITION, 3);
    for (int i = 0; i < 4; i++) {
      Row row = new Row(PARTITION, DispatcherId.of(TABLE), 5, new byte[i], 0, i, null);
      row.traced(i % 2 == 0 ? null : TRACE + i).printed(-i).from(i == 2 ? 0 : origin);
      row.placed(i == 3 ? LogPlace.NONE : new LogPlace(-7 - i, 8));
      serializer.serialize(row, out);
    }
    DataInputDeserializer original = new DataInputDeserializer(out.getCopyOfBuffer());
    DataOutputSerializer copied = new DataOutputSerializer(1024);
    for (int i = 0; i < 4; i++) {
      serializer.copy(original, copied);
    }
    assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    for (int i = 0; i < 4; i++) {
      Row row = serializer.deserialize(in);
      assertThat(row.length()).isEqualTo(i);
      assertThat(row.origin()).isEqualTo(i == 2 ? 0 : origin);
      assertThat(row.print()).isEqualTo(i == 2 ? 0 : -i);
      assertThat(row.place()).isEqualTo(i == 3 ? LogPlace.NONE : new LogPlace(-7 - i, 8));
      assertThat(row.trace()).isEqualTo(i % 2 == 0 ? null : TRACE + i);
    }
    assertThat(in.available()).isZero();
  }

  /** Arrival 123, one row of four bytes at 50. */
  private static final String ROW_BATCH =
      "000000000000007b" + "00000001" + "00000004" + "0000000000000032" + "01020102";

  @Test
  void aRowBatchOfVersion1IsReadWithoutTraces() throws IOException {
    RowBatch read = readRowBatch("01" + ROW_BATCH);
    assertThat(read.traced()).isEmpty();
    assertThat(read.passes().of(0)).isZero();
  }

  @Test
  void aRowBatchOfVersion2IsReadWithoutPasses() throws IOException {
    RowBatch read = readRowBatch("02" + ROW_BATCH + "01" + "00000000" + "0" + TRACE);
    assertThat(read.traced()).hasSize(1);
    assertThat(read.passes().of(0)).isZero();
  }

  @Test
  void aRowBatchOfVersion3HasPasses() throws IOException {
    assertThat(readRowBatch("03" + ROW_BATCH + "00" + "01" + "00010002").passes().of(0))
        .isEqualTo(0x10002);
    assertThat(readRowBatch("03" + ROW_BATCH + "00" + "00" + "00010003").passes().of(0))
        .isEqualTo(0x10003);
  }

  private static RowBatch readRowBatch(String hex) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(hex));
    RowBatch read = new RowBatchSerializer().deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.arrivedMs()).isEqualTo(123);
    assertThat(read.commitTs(0)).isEqualTo(50);
    assertThat(Arrays.copyOf(read.bytes(), read.end(0))).containsExactly(1, 2, 1, 2);
    return read;
  }

  @Test
  void aRowBatchRoundTrips() throws IOException {
    RowBatchBuilder builder = new RowBatchBuilder(123);
    for (int i = 0; i < 100; i++) {
      builder.append(new byte[i], 0, i, KEY, 50 - i % 7);
      builder.pass(i < 40 ? 9 : i);
      if (i % 20 == 0) {
        builder.trace(TRACE + i % 7);
      }
    }
    RowBatch batch = builder.build();
    assertThat(batch.traced()).hasSize(5);
    assertThat(batch.passes().isSame()).isFalse();
    Wire.roundTrips(new RowBatchSerializer(), batch);
    Wire.roundTrips(new RowBatchSerializer(), batch.in(RowPasses.same(3)));
    Wire.refusesOtherVersions(new RowBatchSerializer(), batch);
  }

  @Test
  void damageIsRefused() {
    byte[] unknownKind = {1, 99, 0, 0, 0, 0, 0, 0, 0, 0};
    byte[] noRows = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    byte[] negative = {-1, -1, -1, -1};
    assertThatThrownBy(
            () -> new BroadcastSerializer().deserialize(new DataInputDeserializer(unknownKind)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> new EventSerializer().deserialize(new DataInputDeserializer(unknownKind)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> new RowBatchSerializer().deserialize(new DataInputDeserializer(noRows)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Bytes.readBytes(new DataInputDeserializer(negative)))
        .isInstanceOf(IOException.class);
  }
}
