package io.spillway.wire;

import io.spillway.event.Broadcast;
import io.spillway.event.BulkRange;
import io.spillway.event.ControlChange;
import io.spillway.event.PartitionProgress;
import io.spillway.event.ReadCounts;
import io.spillway.event.SchemaChange;
import io.spillway.event.SinkName;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableScope;
import io.spillway.event.TableShape;
import io.spillway.event.Tuning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tag (1 DDL, 2 shape, 3 partition's progress, 4 counts, 5 settings), then the kind's own fields.
 * Version 1 of settings ends with the tables, version 2 has the {@link Tuning} behind them.
 */
public final class BroadcastSerializer extends WireSerializer<Broadcast> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(BroadcastSerializer.class);
  private static final int SCHEMA_CHANGE = 1;
  private static final int TABLE_SHAPE = 2;
  private static final int PARTITION_PROGRESS = 3;
  private static final int READ_COUNTS = 4;
  private static final int CONTROL = 5;
  private static final int VERSION_1 = 1;
  private static final int VERSION_2 = 2;

  @Override
  protected int version() {
    return VERSION_2;
  }

  @Override
  protected void write(Broadcast event, DataOutputView out) throws IOException {
    if (event instanceof SchemaChange ddl) {
      out.writeByte(SCHEMA_CHANGE);
      out.writeLong(ddl.commitTs());
      writeTable(ddl.table(), out);
      writePartition(ddl.partition(), out);
      Bytes.writeString(ddl.type(), out);
      Bytes.writeString(ddl.query(), out);
    } else if (event instanceof TableShape shape) {
      out.writeByte(TABLE_SHAPE);
      out.writeLong(shape.commitTs());
      writeTable(shape.table(), out);
      out.writeInt(shape.columns().size());
      for (TableShape.Column column : shape.columns()) {
        Bytes.writeString(column.name(), out);
        Bytes.writeString(column.mysqlType(), out);
        out.writeBoolean(column.primaryKey());
      }
    } else if (event instanceof PartitionProgress progress) {
      out.writeByte(PARTITION_PROGRESS);
      out.writeLong(progress.resolved());
      writePartition(progress.partition(), out);
      out.writeLong(progress.reached());
      out.writeLong(progress.silentMs());
      out.writeBoolean(progress.observed());
    } else if (event instanceof ReadCounts counts) {
      out.writeByte(READ_COUNTS);
      out.writeLong(counts.read());
      out.writeLong(counts.deadLetters());
      out.writeLong(counts.skipped());
      out.writeLong(counts.duplicates());
      out.writeLong(counts.statements());
    } else if (event instanceof ControlChange change) {
      out.writeByte(CONTROL);
      out.writeLong(change.sequence());
      out.writeLong(change.version());
      out.writeLong(change.changedMs());
      writeScopes(change.paused(), out);
      writeScopes(change.drained(), out);
      writeTuning(change.tuning(), out);
    } else {
      throw new IllegalArgumentException("unknown: " + event);
    }
  }

  @Override
  protected Broadcast read(int version, DataInputView in) throws IOException {
    int tag = in.readUnsignedByte();
    long first = in.readLong();
    return switch (tag) {
      case SCHEMA_CHANGE -> readSchemaChange(first, in);
      case TABLE_SHAPE -> new TableShape(readTable(in), first, readColumns(in));
      case PARTITION_PROGRESS ->
          new PartitionProgress(
              readPartition(in), first, in.readLong(), in.readLong(), in.readBoolean());
      case READ_COUNTS ->
          // no state holds them
          new ReadCounts(first, in.readLong(), in.readLong(), in.readLong(), 0, in.readLong());
      case CONTROL ->
          new ControlChange(
              first,
              in.readLong(),
              in.readLong(),
              readScopes(in),
              readScopes(in),
              version == VERSION_1 ? Tuning.NONE : readTuning(in));
      default -> throw new IOException("unknown table event " + tag);
    };
  }

  private static SchemaChange readSchemaChange(long commitTs, DataInputView in) throws IOException {
    TableId table = readTable(in);
    return new SchemaChange(
        readPartition(in), commitTs, table, Bytes.readString(in), Bytes.readString(in));
  }

  private static void writePartition(SourcePartition partition, DataOutputView out)
      throws IOException {
    Bytes.writeString(partition.source(), out);
    out.writeInt(partition.number());
  }

  private static SourcePartition readPartition(DataInputView in) throws IOException {
    return new SourcePartition(Bytes.readString(in), in.readInt());
  }

  private static List<TableShape.Column> readColumns(DataInputView in) throws IOException {
    int count = in.readInt();
    List<TableShape.Column> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(
          new TableShape.Column(Bytes.readString(in), Bytes.readString(in), in.readBoolean()));
    }
    return columns;
  }

  private static void writeScopes(List<TableScope> scopes, DataOutputView out) throws IOException {
    out.writeInt(scopes.size());
    for (TableScope scope : scopes) {
      Bytes.writeString(scope.schema(), out);
      Bytes.writeString(scope.table(), out);
    }
  }

  private static List<TableScope> readScopes(DataInputView in) throws IOException {
    int count = in.readInt();
    List<TableScope> scopes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scopes.add(new TableScope(Bytes.readString(in), Bytes.readString(in)));
    }
    return scopes;
  }

  private static void writeTuning(Tuning tuning, DataOutputView out) throws IOException {
    out.writeInt(tuning.pausedSinks().size());
    for (SinkName sink : tuning.pausedSinks()) {
      Bytes.writeString(sink.word(), out);
    }
    out.writeInt(tuning.bulk().minBytes());
    out.writeInt(tuning.bulk().maxBytes());
    out.writeLong(tuning.bulk().minIntervalMs());
    out.writeLong(tuning.bulk().maxIntervalMs());
    out.writeInt(tuning.bulk().maxConcurrency());
    out.writeInt(0); // overrides of the policy, up to 0.1.0
    out.writeLong(tuning.flushLogMs());
  }

  private static Tuning readTuning(DataInputView in) throws IOException {
    List<SinkName> sinks = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      sinks.add(SinkName.valueOf(Bytes.readString(in).toUpperCase(Locale.ROOT)));
    }
    BulkRange bulk =
        new BulkRange(in.readInt(), in.readInt(), in.readLong(), in.readLong(), in.readInt());
    for (int left = in.readInt(); left > 0; left--) {
      LOG.warn(
          "state of 0.1.0 has an override of the policy by control settings, which are no longer"
              + " in effect; if it is still wanted, put it under errors.policy of the pipeline: {}",
          Bytes.readString(in));
    }
    return new Tuning(sinks, bulk, in.readLong());
  }

  private static void writeTable(TableId table, DataOutputView out) throws IOException {
    Bytes.writeString(table.schema(), out);
    Bytes.writeString(table.table(), out);
  }

  private static TableId readTable(DataInputView in) throws IOException {
    return new TableId(Bytes.readString(in), Bytes.readString(in));
  }

  @Override
  public TypeSerializerSnapshot<Broadcast> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Broadcast> {
    public Snapshot() {
      super(BroadcastSerializer::new);
    }
  }
}
