package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ReadCounts;
import io.spillway.layout.DataDir;
import io.spillway.layout.FileNumbers;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.FlushReason;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.Written;
import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.junit.jupiter.api.Test;

/** Bytes of the storage sink and of file numbers as the classes of 0.1.0 have written them. */
class KeptStorageBytesTest {
  private static final HexFormat HEX = HexFormat.of();

  private static final String DATA =
      "010000000473686f70000000066f7264657273000000000000000100000000000000000000000a32"
          + "3032362d30312d31350000000000000000000000070000000b73686f702e6f726465727301000000"
          + "0000000009000000000000000a00000000000000020000000000000005014bf92f3577b34da6a3ce"
          + "929d0e0e4730000000020708";

  /**
   * Schema file of shop.orders in TiCDC's form, for which shop.orders and shop.items were drained.
   */
  private static final String SCHEMA =
      "020203000001807b0a20202020225461626c65223a20226f7264657273222c0a2020202022536368"
          + "656d61223a202273686f70222c0a202020202256657273696f6e223a20312c0a2020202022546162"
          + "6c6556657273696f6e223a20352c0a20202020225175657279223a2022414c544552205441424c45"
          + "2078222c0a202020202254797065223a20352c0a20202020225461626c65436f6c756d6e73223a20"
          + "5b0a20202020202020207b0a20202020202020202020202022436f6c756d6e4e616d65223a202269"
          + "64222c0a20202020202020202020202022436f6c756d6e54797065223a2022494e54222c0a202020"
          + "20202020202020202022436f6c756d6e507265636973696f6e223a20223131222c0a202020202020"
          + "20202020202022436f6c756d6e4e756c6c61626c65223a202266616c7365222c0a20202020202020"
          + "202020202022436f6c756d6e4973506b223a202274727565220a20202020202020207d0a20202020"
          + "5d2c0a20202020225461626c65436f6c756d6e73546f74616c223a20310a7d000000020000000473"
          + "686f70000000066f72646572730000000473686f70000000056974656d73";

  private static final String COUNTED =
      "03000000000000000900000000000000010000000000000002000000000000000300000000000000" + "08";

  /** Checkpoint 5 up to 6, balance of version 1, two entries. */
  private static final String PLAN =
      "00000000000000050000000000000006010000000000000009000000000000000100000000000000"
          + "0200000000000000030000000000000002000000000000000100000002";

  private static final Written.Data FILE =
      new Written.Data(
          new SealedFile(
              Samples.file(ORDERS, 1, 7),
              "shop.orders",
              FlushReason.SIZE,
              new SealedRows(9, 10, 2, 5, List.of("4bf92f3577b34da6a3ce929d0e0e4730"))),
          new byte[] {7, 8});
  private static final Balance BALANCE = new Balance(new ReadCounts(9, 1, 2, 3), 2, 1, 0);

  private static Written written(String hex) throws IOException {
    return new WrittenSerializer().deserialize(2, HEX.parseHex(hex));
  }

  private static <T> T read(TypeSerializer<T> serializer, String hex) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(HEX.parseHex(hex));
    T read = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    return read;
  }

  @Test
  void whatAWriterHadReadyIsRead() throws IOException {
    assertThat(written(DATA)).usingRecursiveComparison().isEqualTo(FILE);
    assertThat(written(SCHEMA))
        .usingRecursiveComparison()
        .isEqualTo(Samples.schema(ORDERS, 5, ORDERS, ITEMS));
    assertThat(written(COUNTED)).isEqualTo(new Written.Counted(new ReadCounts(9, 1, 2, 3), 8));
  }

  @Test
  void aPendingPlanIsRead() throws IOException {
    CommitPlan read = new CommitPlanSerializer().deserialize(2, HEX.parseHex(PLAN + SCHEMA + DATA));
    assertThat(read)
        .usingRecursiveComparison()
        .isEqualTo(
            new CommitPlan(
                5,
                6,
                List.of(FILE),
                List.of(Samples.schema(ORDERS, 5, ORDERS, ITEMS)),
                BALANCE,
                PlanOrigin.UNKNOWN));
  }

  @Test
  void aBalanceIsRead() throws IOException {
    String balance =
        "01000000000000000900000000000000010000000000000002000000000000000300000000000000"
            + "020000000000000001";
    assertThat(read(new BalanceSerializer(), balance)).isEqualTo(BALANCE);
  }

  /** Of version 1, which is still written. */
  @Test
  void fileNumbersAreReadAndWrittenAsTheyWere() throws IOException {
    FileNumbers.Directory directory =
        new FileNumbers.Directory(new DataDir(ORDERS, 1L << 60, 42, "2026"), 9, 3);
    FileNumbers.Ledger full =
        new FileNumbers.Ledger(List.of(4L, 7L), true, "2026", List.of(directory));
    FileNumbers.Ledger empty = new FileNumbers.Ledger(null, false, "", List.of());
    String fullHex =
        "01000000020000000000000004000000000000000701000000043230323600000001000000047368"
            + "6f70000000066f72646572731000000000000000000000000000002a000000043230323600000000"
            + "000000090000000000000003";
    String emptyHex = "01ffffffff000000000000000000";
    assertThat(read(new LedgerSerializer(), fullHex)).isEqualTo(full);
    assertThat(read(new LedgerSerializer(), emptyHex)).isEqualTo(empty);
    assertThat(HEX.formatHex(Wire.bytes(new LedgerSerializer(), full))).isEqualTo(fullHex);
    assertThat(HEX.formatHex(Wire.bytes(new LedgerSerializer(), empty))).isEqualTo(emptyHex);
  }
}
