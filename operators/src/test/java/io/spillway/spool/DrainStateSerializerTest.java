package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.schema.Catalog;
import io.spillway.schema.CatalogState;
import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DrainStateSerializerTest {
  private static final TableId TABLE = new TableId("shop", "Orders.x");

  private static SchemaChange ddl(long commitTs, String query) {
    return new SchemaChange(Rows.P0, commitTs, TABLE, "ALTER", query);
  }

  private static CatalogState catalog() {
    Catalog catalog = new Catalog();
    catalog.apply(
        ddl(
            10,
            "CREATE TABLE `Orders.x` (id BIGINT UNSIGNED PRIMARY KEY, n DECIMAL(12,2) DEFAULT 1.5,"
                + " s ENUM('a','b\"c') DEFAULT 'a', v INT AS (id + 1) VIRTUAL, t DATETIME(3))"));
    catalog.apply(ddl(20, "ALTER TABLE `Orders.x` DROP COLUMN n"));
    catalog.apply(ddl(30, "ALTER TABLE nowhere ADD COLUMN c INT"));
    TableId other = new TableId("shop", "other");
    catalog.shape(new TableShape(other, 5, List.of(new TableShape.Column("id", "int(11)", true))));
    return catalog.snapshot();
  }

  @Test
  void allThatTheSpoolKnowsOfDdlsRoundTrips() throws IOException {
    Map<TableId, TableVersions.State> versions = new TreeMap<>();
    versions.put(TABLE, new TableVersions.State(new TreeSet<>(List.of(20L, 1L << 61)), true));
    CatalogState catalog = catalog();
    assertThat(catalog.tables()).hasSizeGreaterThan(1);
    DrainState state =
        new DrainState(
            List.of(ddl(1L << 61, "ALTER TABLE `ünï` \n \"x\"")),
            List.of(new PendingDdls.Mark(10, "a\nb")),
            versions,
            catalog);
    Wire.roundTrips(new DrainStateSerializer(), state);
    Wire.refusesOtherVersions(new DrainStateSerializer(), state);
  }

  @Test
  void anEmptyStateRoundTrips() throws IOException {
    Wire.roundTrips(
        new DrainStateSerializer(),
        new DrainState(List.of(), List.of(), new TreeMap<>(), new Catalog().snapshot()));
  }
}
