package io.spillway.spool;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.schema.CatalogState;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 1: JSON. It is small, written once a checkpoint, and read by people who inspect a
 * savepoint; fields may be added without a new version.
 */
final class DrainStateSerializer extends WireSerializer<DrainState> {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(DrainState state, DataOutputView out) throws IOException {
    Bytes.writeBytes(JSON.writeValueAsBytes(Form.of(state)), out);
  }

  @Override
  protected DrainState read(int version, DataInputView in) throws IOException {
    return JSON.readValue(Bytes.readBytes(in), Form.class).toState();
  }

  @Override
  public TypeSerializerSnapshot<DrainState> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer; public since Flink makes it by reflection. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<DrainState> {
    public Snapshot() {
      super(DrainStateSerializer::new);
    }
  }

  /** The JSON form: tables are values, since JSON has no other keys than text. */
  record Form(
      List<Ddl> waiting,
      List<PendingDdls.Mark> seen,
      List<Versions> versions,
      CatalogState catalog) {

    static Form of(DrainState state) {
      return new Form(
          state.waiting().stream().map(Ddl::of).toList(),
          state.seen(),
          state.versions().entrySet().stream()
              .map(e -> new Versions(e.getKey(), e.getValue()))
              .toList(),
          state.catalog());
    }

    DrainState toState() {
      TreeMap<TableId, TableVersions.State> byTable = new TreeMap<>();
      versions.forEach(v -> byTable.put(v.table(), v.state()));
      return new DrainState(waiting.stream().map(Ddl::toEvent).toList(), seen, byTable, catalog);
    }
  }

  record Versions(TableId table, TreeSet<Long> known, boolean pruned) {
    Versions(TableId table, TableVersions.State state) {
      this(table, state.versions(), state.pruned());
    }

    TableVersions.State state() {
      return new TableVersions.State(known, pruned);
    }
  }

  record Ddl(String source, int number, long commitTs, TableId table, String type, String query) {
    static Ddl of(SchemaChange ddl) {
      return new Ddl(
          ddl.partition().source(),
          ddl.partition().number(),
          ddl.commitTs(),
          ddl.table(),
          ddl.type(),
          ddl.query());
    }

    SchemaChange toEvent() {
      return new SchemaChange(new SourcePartition(source, number), commitTs, table, type, query);
    }
  }
}
