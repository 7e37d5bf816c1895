package io.spillway.wire;

import io.spillway.event.DispatcherId;
import io.spillway.event.Envelope;
import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.Header;
import io.spillway.event.LogPlace;
import io.spillway.event.Opened;
import io.spillway.event.Poison;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Events between a source and its decode operator. The two are chained, so this is used only where
 * somebody has switched chaining off.
 */
public final class EventSerializer extends WireSerializer<Event> {
  private static final long serialVersionUID = 1L;
  private static final int ROW = 1;
  private static final int SCHEMA_CHANGE = 2;
  private static final int RESOLVED = 3;
  private static final int SKIPPED = 4;
  private static final int POISON = 5;
  private static final int OPENED = 6;
  private static final int GAP = 7;
  private static final BroadcastSerializer BROADCASTS = new BroadcastSerializer();

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(Event event, DataOutputView out) throws IOException {
    if (event instanceof Row row) {
      out.writeByte(ROW);
      writeRow(row, out);
    } else if (event instanceof SchemaChange ddl) {
      out.writeByte(SCHEMA_CHANGE);
      BROADCASTS.serialize(ddl, out);
    } else if (event instanceof Resolved resolved) {
      out.writeByte(RESOLVED);
      writePartition(resolved.partition(), out);
      out.writeLong(resolved.commitTs());
    } else if (event instanceof Skipped skipped) {
      out.writeByte(SKIPPED);
      writePartition(skipped.partition(), out);
      Bytes.writeString(skipped.reason(), out);
    } else if (event instanceof Poison poison) {
      out.writeByte(POISON);
      writePoison(poison, out);
    } else if (event instanceof Opened opened) {
      out.writeByte(OPENED);
      writePartition(opened.partition(), out);
      out.writeLong(opened.resolved());
    } else if (event instanceof Gap gap) {
      out.writeByte(GAP);
      writePartition(gap.partition(), out);
      out.writeLong(gap.from());
      out.writeLong(gap.to());
    }
  }

  @Override
  protected Event read(int version, DataInputView in) throws IOException {
    if (version < 2) {
      throw new IOException("events of version 1 were never kept");
    }
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case ROW -> readRow(in);
      case SCHEMA_CHANGE -> (SchemaChange) BROADCASTS.deserialize(in);
      case RESOLVED -> new Resolved(readPartition(in), in.readLong());
      case SKIPPED -> new Skipped(readPartition(in), Bytes.readString(in));
      case POISON -> readPoison(in);
      case OPENED -> new Opened(readPartition(in), in.readLong());
      case GAP -> new Gap(readPartition(in), in.readLong(), in.readLong());
      default -> throw new IOException("unknown event " + tag);
    };
  }

  private static void writeRow(Row row, DataOutputView out) throws IOException {
    writePartition(row.partition(), out);
    Bytes.writeString(row.dispatcher().key(), out);
    out.writeLong(row.commitTs());
    out.writeLong(row.sourceOffset());
    Envelopes.write(row.envelope(), out);
    out.writeByte(row.replay().ordinal());
    out.writeInt(row.print());
    out.writeLong(row.place().change());
    out.writeLong(row.place().content());
    Bytes.writeBytes(
        Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length()), out);
    out.writeBoolean(row.shape() != null);
    if (row.shape() != null) {
      BROADCASTS.serialize(row.shape(), out);
    }
  }

  private static Row readRow(DataInputView in) throws IOException {
    SourcePartition partition = readPartition(in);
    DispatcherId dispatcher = DispatcherId.parse(Bytes.readString(in));
    long commitTs = in.readLong();
    long offset = in.readLong();
    Envelope envelope = Envelopes.read(in);
    Replay replay = Replay.values()[in.readUnsignedByte()];
    int print = in.readInt();
    LogPlace place = new LogPlace(in.readLong(), in.readLong());
    byte[] bytes = Bytes.readBytes(in);
    TableShape shape = in.readBoolean() ? (TableShape) BROADCASTS.deserialize(in) : null;
    Row row =
        new Row(partition, dispatcher, commitTs, bytes, 0, bytes.length, shape)
            .at(offset)
            .printed(print)
            .placed(place.change() == 0 ? LogPlace.NONE : place)
            .sent(envelope.key(), envelope.timestampMs());
    row.headed(envelope.headers(), replay);
    return row;
  }

  private static void writePoison(Poison poison, DataOutputView out) throws IOException {
    writePartition(poison.partition(), out);
    out.writeLong(poison.position().offset());
    out.writeLong(poison.position().timestampMs());
    Envelopes.writeOptional(poison.key(), out);
    Bytes.writeBytes(poison.value(), out);
    Bytes.writeString(poison.kind().name(), out);
    Bytes.writeString(poison.reason(), out);
    Envelopes.writeHeaders(poison.about().headers(), out);
    TableId table = poison.about().table();
    Bytes.writeString(table == null ? "" : table.schema(), out);
    Bytes.writeString(table == null ? "" : table.table(), out);
  }

  private static Poison readPoison(DataInputView in) throws IOException {
    SourcePosition position = new SourcePosition(readPartition(in), in.readLong(), in.readLong());
    byte[] key = Envelopes.readOptional(in);
    byte[] value = Bytes.readBytes(in);
    Poison.Kind kind = Poison.Kind.valueOf(Bytes.readString(in));
    String reason = Bytes.readString(in);
    List<Header> headers = Envelopes.readHeaders(in);
    String schema = Bytes.readString(in);
    String name = Bytes.readString(in);
    TableId table = schema.isEmpty() ? null : new TableId(schema, name);
    return new Poison(position, key, value, kind, reason, new Poison.About(headers, table));
  }

  private static void writePartition(SourcePartition partition, DataOutputView out)
      throws IOException {
    Bytes.writeString(partition.source(), out);
    out.writeInt(partition.number());
  }

  private static SourcePartition readPartition(DataInputView in) throws IOException {
    return new SourcePartition(Bytes.readString(in), in.readInt());
  }

  @Override
  public TypeSerializerSnapshot<Event> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {
    public Snapshot() {
      super(EventSerializer::new);
    }
  }
}
