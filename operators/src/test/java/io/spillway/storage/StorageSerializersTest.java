package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.data;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.FileNumbers;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.FlushReason;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.testing.Wire;
import io.spillway.wire.Bytes;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class StorageSerializersTest {
  @Test
  void aLedgerRoundTripsWithAndWithoutBucketVersions() throws IOException {
    FileNumbers.Directory directory =
        new FileNumbers.Directory(new DataDir(ORDERS, 1L << 60, 42, "2026"), 9, 3);
    FileNumbers.Ledger ledger =
        new FileNumbers.Ledger(List.of(4L, 7L), true, "2026", List.of(directory));
    Wire.roundTrips(
        new LedgerSerializer(),
        ledger,
        new FileNumbers.Ledger(null, false, "", List.of()),
        new FileNumbers.Ledger(List.of(), false, "", List.of()));
    Wire.refusesOtherVersions(new LedgerSerializer(), ledger);
  }

  @Test
  void everyCommandRoundTrips() throws IOException {
    DataFile file = new DataFile(new DataDir(ORDERS, 7, ""), "orders-3", 12);
    StorageCommand.Seal seal = new StorageCommand.Seal(Samples.sealed(file, 10, 99));
    Wire.<StorageCommand>roundTrips(
        new StorageCommandSerializer(),
        new StorageCommand.Part(file, new byte[] {1, 2, 3}, 0, 3),
        seal,
        new StorageCommand.Barrier(7, 6),
        new StorageCommand.SchemasDue(3),
        new StorageCommand.Seal(traced(8).sealed()),
        schema(ORDERS, 10, ORDERS, ITEMS).write(),
        schema(ORDERS.ofSchema(), 10).write());
    Wire.refusesOtherVersions(new StorageCommandSerializer(), seal);
  }

  @Test
  void whatABarrierMustBringRoundTrips() throws IOException {
    WrittenSerializer serializer = new WrittenSerializer();
    Written due = new Written.SchemasDue(3);
    assertThat(serializer.deserialize(WrittenSerializer.VERSION, serializer.serialize(due)))
        .isEqualTo(due);
  }

  private static Written.Data traced(int traces) {
    SealedRows rows =
        new SealedRows(
            9,
            10,
            2,
            5,
            IntStream.range(0, traces)
                .mapToObj(i -> "4bf92f3577b34da6a3ce929d0e0e473" + i)
                .toList());
    SealedFile file =
        new SealedFile(Samples.file(ORDERS, 1, 7), "shop.orders", FlushReason.SIZE, rows);
    return new Written.Data(file, new byte[] {7, 8});
  }

  /** A data file as version 1 had it. */
  private static byte[] version1(Written.Data data) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeByte(1);
    SealedFile sealed = data.sealed();
    StorageCommandSerializer.writeFile(sealed.file(), out);
    Bytes.writeString(sealed.dispatcher(), out);
    out.writeByte(sealed.reason().code());
    out.writeLong(sealed.rows());
    out.writeLong(sealed.bytes());
    out.writeLong(sealed.minCommitTs());
    out.writeLong(sealed.maxCommitTs());
    Bytes.writeBytes(WrittenSerializer.bytes(data.content()), out);
    return out.getCopyOfBuffer();
  }

  @Test
  void whatVersion1HadIsReadWithoutTraces() throws IOException {
    Written.Data data = traced(0);
    assertThat(new WrittenSerializer().deserialize(1, version1(data)))
        .usingRecursiveComparison()
        .isEqualTo(data);
    Balance balance = new Balance(new io.spillway.event.ReadCounts(9, 1, 2, 3), 2, 1, 0);
    CommitPlan plan = new CommitPlan(5, 6, List.of(data, data), List.of(), balance);
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeLong(5);
    out.writeLong(6);
    new BalanceSerializer().serialize(balance, out);
    out.writeInt(2);
    out.write(version1(data));
    out.write(version1(data));
    assertThat(new CommitPlanSerializer().deserialize(1, out.getCopyOfBuffer()))
        .usingRecursiveComparison()
        .isEqualTo(plan);
    assertThatThrownBy(() -> new WrittenSerializer().deserialize(0, version1(data)))
        .hasMessageContaining("versions 1 to 5");
    StorageCommand.Seal seal = new StorageCommand.Seal(data.sealed());
    byte[] command = Wire.bytes(new StorageCommandSerializer(), seal);
    assertThat(command[command.length - 1]).as("the number of traces").isZero();
    command[0] = 1;
    assertThat(
            new StorageCommandSerializer()
                .deserialize(new DataInputDeserializer(command, 0, command.length - 1)))
        .isEqualTo(seal);
  }

  /** Read 9, dead letters 1, skipped 2, duplicates 3, and 2 stored, 1 spooled. */
  @Test
  void aBalanceOfVersion1IsReadWithoutCopies() throws IOException {
    String counts = number(9) + number(1) + number(2) + number(3);
    assertThat(balance("01" + counts + number(2) + number(1)))
        .isEqualTo(new Balance(new io.spillway.event.ReadCounts(9, 1, 2, 3, 0), 2, 1, 0));
    assertThat(balance("02" + counts + number(4) + number(2) + number(1) + number(5)))
        .isEqualTo(new Balance(new io.spillway.event.ReadCounts(9, 1, 2, 3, 4), 2, 1, 5));
    assertThat(
            new WrittenSerializer()
                .deserialize(2, HexFormat.of().parseHex("03" + counts + number(8))))
        .isEqualTo(new Written.Counted(new io.spillway.event.ReadCounts(9, 1, 2, 3, 0), 8));
  }

  private static String number(long value) {
    return HexFormat.of().toHexDigits(value);
  }

  private static Balance balance(String hex) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(hex));
    Balance balance = new BalanceSerializer().deserialize(in);
    assertThat(in.available()).isZero();
    return balance;
  }

  @Test
  void whatAWriterHasReadyRoundTrips() throws IOException {
    Wire.<Written>roundTrips(new WrittenSerializer(), data(ORDERS, 1, 1));
    Wire.<Written>roundTrips(new WrittenSerializer(), traced(8));
    Wire.<Written>roundTrips(
        new WrittenSerializer(),
        new Written.Data(traced(1).sealed(), new Written.Uploaded(new byte[] {7}), 0xffff_ffffL));
    Wire.<Written>roundTrips(new WrittenSerializer(), inline());
    Wire.<Written>roundTrips(new WrittenSerializer(), schema(ORDERS, 5, ITEMS));
  }

  @Test
  void aPlanRoundTrips() throws IOException {
    Wire.roundTrips(
        new CommitPlanSerializer(),
        new CommitPlan(
            5,
            Long.MIN_VALUE,
            List.of(data(ORDERS, 1, 1), traced(3), inline(), data(ITEMS, 2, 2)),
            List.of(schema(ORDERS, 5, ORDERS)),
            new Balance(new io.spillway.event.ReadCounts(9, 1, 2, 3, 4), 2, 1, 5),
            new PlanOrigin("l-1", 12, "file:/out")));
  }

  private static Written.Data summed() {
    return new Written.Data(
        traced(0).sealed(), new Written.Uploaded(new byte[] {7, 8}), 0x89abcdefL);
  }

  private static Written.Data inline() {
    return new Written.Data(
        traced(0).sealed(), new Written.Inline(new byte[] {123, 125, 10}), 0x89abcdefL);
  }

  private static CommitPlan ofVersion4() {
    return new CommitPlan(
        5,
        6,
        List.of(summed(), inline()),
        List.of(),
        Balance.NONE,
        new PlanOrigin("l-1", 12, "file:/out"));
  }

  private static CommitPlan ofVersion3() {
    return new CommitPlan(
        5, 6, List.of(summed()), List.of(), Balance.NONE, new PlanOrigin("l-1", 12, "file:/out"));
  }

  /** Bytes that this form has had since it was new, however the code changes. */
  @Test
  void theBytesOfVersion3StayAsTheyAre() throws IOException {
    String data =
        "010000000473686f70000000066f7264657273000000000000000100000000000000000000000a32"
            + "3032362d30312d31350000000000000000000000070000000b73686f702e6f726465727301000000"
            + "0000000009000000000000000a000000000000000200000000000000050000000002070800000000"
            + "89abcdef";
    String plan =
        "00000000000000050000000000000006020000000000000000000000000000000000000000000000"
            + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "0000000001010000000473686f700000"
            + "00066f7264657273000000000000000100000000000000000000000a323032362d30312d31350000"
            + "000000000000000000070000000b73686f702e6f7264657273010000000000000009000000000000"
            + "000a00000000000000020000000000000005000000000207080000000089abcdef01000000036c2d"
            + "31000000000000000c0000000966696c653a2f6f75740000000000000000";
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(new WrittenSerializer().serialize(summed()))).isEqualTo(data);
    assertThat(new WrittenSerializer().deserialize(3, hex.parseHex(data)))
        .usingRecursiveComparison()
        .isEqualTo(summed());
    assertThat(new CommitPlanSerializer().deserialize(3, hex.parseHex(plan)))
        .usingRecursiveComparison()
        .isEqualTo(ofVersion3());
  }

  /** One file that was uploaded, and one with its bytes. */
  @Test
  void theBytesOfVersion4StayAsTheyAre() throws IOException {
    String data =
        "060000000473686f70000000066f7264657273000000000000000100000000000000000000000a"
            + "323032362d30312d31350000000000000000000000070000000b73686f702e6f72646572730100"
            + "00000000000009000000000000000a0000000000000002000000000000000500000000037b7d0a"
            + "0000000089abcdef";
    String plan =
        "000000000000000500000000000000060200000000000000000000000000000000000000000000"
            + "000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "00000000000002010000000473686f70000000066f726465727300000000000000010000000000"
            + "0000000000000a323032362d30312d31350000000000000000000000070000000b73686f702e6f"
            + "7264657273010000000000000009000000000000000a0000000000000002000000000000000500"
            + "0000000207080000000089abcdef060000000473686f70000000066f7264657273000000000000"
            + "000100000000000000000000000a323032362d30312d3135000000000000000000000007000000"
            + "0b73686f702e6f7264657273010000000000000009000000000000000a00000000000000020000"
            + "00000000000500000000037b7d0a0000000089abcdef01000000036c2d31000000000000000c00"
            + "00000966696c653a2f6f75740000000000000000";
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(new WrittenSerializer().serialize(inline()))).isEqualTo(data);
    assertThat(new WrittenSerializer().deserialize(4, hex.parseHex(data)))
        .usingRecursiveComparison()
        .isEqualTo(inline());
    assertThat(new CommitPlanSerializer().deserialize(4, hex.parseHex(plan)))
        .usingRecursiveComparison()
        .isEqualTo(ofVersion4());
  }

  /** A data file in a plan as 0.1.0 has written it. */
  @Test
  void aPlanOfVersion2HasNoChecksumAndNoOrigin() throws IOException {
    HexFormat hex = HexFormat.of();
    String plan = hex.formatHex(new CommitPlanSerializer().serialize(ofVersion3()));
    String origin = hex.formatHex(Wire.bytes(new PlanOriginSerializer(), ofVersion3().origin()));
    String version2 =
        plan.substring(0, plan.length() - origin.length()).replace("0000000089abcdef", "");
    assertThat(version2).hasSize(plan.length() - origin.length() - 16);
    CommitPlan read = new CommitPlanSerializer().deserialize(2, hex.parseHex(version2));
    assertThat(read.origin()).isEqualTo(PlanOrigin.UNKNOWN);
    assertThat(read.data())
        .singleElement()
        .satisfies(file -> assertThat(file.checksum()).isEqualTo(Written.Data.NO_CHECKSUM));
  }

  @Test
  void anOriginRoundTrips() throws IOException {
    Wire.roundTrips(
        new PlanOriginSerializer(),
        PlanOrigin.UNKNOWN,
        new PlanOrigin("l-1", 12, "file:/out"),
        new PlanOrigin("l-1", 12, "file:/out", "job-1", "job-0 7", 5, 11));
    Wire.refusesOtherVersions(new PlanOriginSerializer(), PlanOrigin.UNKNOWN);
  }

  /** As a part of the planner's state, and at the end of each plan. */
  @Test
  void theBytesOfAnOriginStayAsTheyAre() throws IOException {
    String version1 = "01000000036c2d31000000000000000c0000000966696c653a2f6f75740000000000000000";
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(version1));
    assertThat(new PlanOriginSerializer().deserialize(in)).isEqualTo(ofVersion3().origin());
    PlanOrigin origin = new PlanOrigin("l-1", 12, "file:/out", "", "", 5, 11);
    assertThat(HexFormat.of().formatHex(Wire.bytes(new PlanOriginSerializer(), origin)))
        .isEqualTo(
            "02000000036c2d31000000000000000c0000000966696c653a2f6f75740000000000000000"
                + "0000000000000005000000000000000b");
  }
}
