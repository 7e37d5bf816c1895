package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.data;
import static io.spillway.storage.Samples.schema;

import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.List;
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
        schema(ORDERS, 10, ORDERS, ITEMS).write(),
        schema(ORDERS.ofSchema(), 10).write());
    Wire.refusesOtherVersions(new StorageCommandSerializer(), seal);
  }

  @Test
  void whatAWriterHasReadyRoundTrips() throws IOException {
    Wire.<Written>roundTrips(new WrittenSerializer(), data(ORDERS, 1, 1));
    Wire.<Written>roundTrips(new WrittenSerializer(), schema(ORDERS, 5, ITEMS));
  }

  @Test
  void aPlanRoundTrips() throws IOException {
    Wire.roundTrips(
        new CommitPlanSerializer(),
        new CommitPlan(
            5,
            Long.MIN_VALUE,
            List.of(data(ORDERS, 1, 1), data(ITEMS, 2, 2)),
            List.of(schema(ORDERS, 5, ORDERS)),
            new Balance(new io.spillway.event.ReadCounts(9, 1, 2, 3), 2, 1)));
  }
}
