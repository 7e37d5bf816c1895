package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.schema.Catalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** What the spool knows of DDLs as the classes of 0.1.0 have written it. */
class KeptDrainBytesTest {
  private static final SourcePartition PARTITION = new SourcePartition("in", 3);
  private static final TableId TABLE = new TableId("shop", "orders");

  /** Without its line breaks. */
  private static final String JSON =
      """
      {"waiting":[{"source":"in","number":3,"commitTs":20,"table":{"schema":"shop",
      "table":"orders"},"type":"ALTER","query":"ALTER TABLE orders ADD COLUMN c INT"}],
      "seen":[{"commitTs":10,"query":"CREATE"}],"versions":[{"table":{"schema":"shop",
      "table":"orders"},"known":[10],"pruned":true}],
      "catalog":{"tables":[{"table":{"schema":"shop","table":"orders"},
      "versions":[{"version":10,"columns":[{"column":{"name":"id","type":"BIGINT",
      "defaultJson":null,"precision":"20","scale":"","nullable":false,"primaryKey":true,
      "elements":[]},"virtual":false},{"column":{"name":"n","type":"DECIMAL",
      "defaultJson":"\\"1.5\\"","precision":"12","scale":"2","nullable":true,
      "primaryKey":false,"elements":[]},"virtual":false}],"complete":true,"gone":false}],
      "shapes":[]}],"warned":[]}}
      """;

  @Test
  void areRead() throws IOException {
    byte[] json = JSON.replace("\n", "").getBytes(StandardCharsets.UTF_8);
    assertThat(json).hasSize(758);
    DataOutputSerializer out = new DataOutputSerializer(json.length + 5);
    out.writeByte(1);
    out.writeInt(json.length);
    out.write(json);
    Catalog catalog = new Catalog();
    catalog.apply(
        new SchemaChange(
            PARTITION,
            10,
            TABLE,
            "CREATE",
            "CREATE TABLE orders (id BIGINT PRIMARY KEY, n DECIMAL(12,2) DEFAULT 1.5)"));

    DrainState read =
        new DrainStateSerializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));

    assertThat(read.waiting())
        .containsExactly(
            new SchemaChange(PARTITION, 20, TABLE, "ALTER", "ALTER TABLE orders ADD COLUMN c INT"));
    assertThat(read.seen()).containsExactly(new PendingDdls.Mark(10, "CREATE"));
    assertThat(read.versions())
        .containsOnlyKeys(TABLE)
        .containsValue(new TableVersions.State(new TreeSet<>(List.of(10L)), true));
    assertThat(read.catalog()).isEqualTo(catalog.snapshot());
  }
}
