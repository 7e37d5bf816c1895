package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.schema.Column;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.util.List;

/** Files and schemas for tests. */
public final class Samples {
  public static final TableId ORDERS = new TableId("shop", "orders");
  public static final TableId ITEMS = new TableId("shop", "items");

  private Samples() {}

  public static DataFile file(TableId table, long version, long number) {
    return new DataFile(new DataDir(table, version, "2026-01-15"), "", number);
  }

  public static SealedFile sealed(DataFile file, long bytes, long maxCommitTs) {
    return new SealedFile(
        file,
        file.dir().table().toString(),
        FlushReason.SIZE,
        new SealedRows(3, bytes, 2, maxCommitTs, List.of()));
  }

  public static Written.Data data(TableId table, long version, long number) {
    return new Written.Data(
        sealed(file(table, version, number), 10, version + number), new byte[3]);
  }

  public static Written.Schema schema(TableId table, long version, TableId... drained) {
    Column id = new Column("id", "INT", null, "11", "", false, true, List.of());
    TableStructure structure =
        new TableStructure(table, table.isSchema() ? List.of() : List.of(id));
    return new Written.Schema(
        new StorageCommand.WriteSchema(
            new SchemaFile(structure, version, "ALTER TABLE x", 5), List.of(drained)));
  }
}
