package io.spillway.cursor;

import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import io.spillway.plan.Balance;
import io.spillway.storage.BalanceSerializer;
import io.spillway.wire.Bytes;
import io.spillway.wire.TraceIds;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 4: tag (1 reached, 2 delivered, 3 counted, 4 missing, 5 steered) and the fields. Never in
 * state, so earlier versions aren't read.
 */
public final class FlushAckSerializer extends WireSerializer<FlushAck> {
  public static final TypeInformation<FlushAck> TYPE =
      new WireTypeInfo<>(FlushAck.class, new FlushAckSerializer());
  private static final long serialVersionUID = 1L;
  private static final BalanceSerializer BALANCES = new BalanceSerializer();

  private static final int VERSION_4 = 4;
  private static final int REACHED = 1;
  private static final int DELIVERED = 2;
  private static final int COUNTED = 3;
  private static final int MISSING = 4;
  private static final int STEERED = 5;

  @Override
  protected int version() {
    return VERSION_4;
  }

  @Override
  protected void write(FlushAck ack, DataOutputView out) throws IOException {
    if (ack instanceof FlushAck.Reached reached) {
      out.writeByte(REACHED);
      writeKey(reached.cursor(), out);
      out.writeLong(reached.candidate());
      out.writeLong(reached.checkpointId());
    } else if (ack instanceof FlushAck.Delivered delivered) {
      out.writeByte(DELIVERED);
      writeKey(delivered.cursor(), out);
      out.writeLong(delivered.candidate());
      out.writeLong(delivered.checkpointId());
      writeFile(delivered.file(), out);
    } else if (ack instanceof FlushAck.Counted counted) {
      out.writeByte(COUNTED);
      writeKey(counted.cursor(), out);
      out.writeLong(counted.checkpointId());
      writeBalance(counted.balance(), out);
    } else if (ack instanceof FlushAck.Missing missing) {
      out.writeByte(MISSING);
      writeKey(missing.cursor(), out);
      writeGap(missing.gap(), out);
    } else if (ack instanceof FlushAck.Steered steered) {
      out.writeByte(STEERED);
      writeKey(steered.cursor(), out);
      out.writeLong(steered.checkpointId());
      writeSteering(steered.steering(), out);
    } else {
      throw new IllegalArgumentException("unknown: " + ack);
    }
  }

  @Override
  protected FlushAck read(int version, DataInputView in) throws IOException {
    if (version < VERSION_4) {
      throw new IOException("acks of version " + version + " were never kept");
    }
    int tag = in.readUnsignedByte();
    CursorKey cursor = readKey(in);
    return switch (tag) {
      case REACHED -> new FlushAck.Reached(cursor, in.readLong(), in.readLong());
      case DELIVERED -> new FlushAck.Delivered(cursor, in.readLong(), in.readLong(), readFile(in));
      case COUNTED -> new FlushAck.Counted(cursor, in.readLong(), readBalance(in));
      case MISSING -> new FlushAck.Missing(cursor, readGap(in));
      case STEERED -> new FlushAck.Steered(cursor, in.readLong(), readSteering(in));
      default -> throw new IOException("unknown ack " + tag);
    };
  }

  static void writeKey(CursorKey cursor, DataOutputView out) throws IOException {
    Bytes.writeString(cursor.namespace().operation(), out);
    Bytes.writeString(cursor.namespace().id(), out);
    Bytes.writeString(cursor.sink(), out);
    Bytes.writeString(cursor.scope(), out);
    Bytes.writeString(cursor.key(), out);
  }

  static CursorKey readKey(DataInputView in) throws IOException {
    Namespace namespace = new Namespace(Bytes.readString(in), Bytes.readString(in));
    return new CursorKey(
        namespace, Bytes.readString(in), Bytes.readString(in), Bytes.readString(in));
  }

  static void writeFile(FlushAck.File file, DataOutputView out) throws IOException {
    out.writeBoolean(file != null);
    if (file != null) {
      Bytes.writeString(file.path(), out);
      out.writeLong(file.number());
      out.writeLong(file.version());
      Bytes.writeString(file.reason(), out);
      out.writeLong(file.rows().count());
      out.writeLong(file.rows().bytes());
      out.writeLong(file.rows().minCommitTs());
      out.writeLong(file.rows().maxCommitTs());
      TraceIds.writeAll(file.traces(), out);
    }
  }

  static FlushAck.File readFile(DataInputView in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    return new FlushAck.File(
        Bytes.readString(in),
        in.readLong(),
        in.readLong(),
        Bytes.readString(in),
        new FlushAck.Rows(in.readLong(), in.readLong(), in.readLong(), in.readLong()),
        TraceIds.readAll(in));
  }

  static void writeGap(Gap gap, DataOutputView out) throws IOException {
    out.writeBoolean(gap != null);
    if (gap != null) {
      Bytes.writeString(gap.partition().source(), out);
      out.writeInt(gap.partition().number());
      out.writeLong(gap.from());
      out.writeLong(gap.to());
    }
  }

  static Gap readGap(DataInputView in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    SourcePartition partition = new SourcePartition(Bytes.readString(in), in.readInt());
    return new Gap(partition, in.readLong(), in.readLong());
  }

  static void writeSteering(FlushAck.Steering steering, DataOutputView out) throws IOException {
    out.writeBoolean(steering != null);
    if (steering != null) {
      out.writeInt(steering.writer());
      out.writeLong(steering.atMs());
      Bytes.writeString(steering.mode(), out);
    }
  }

  static FlushAck.Steering readSteering(DataInputView in) throws IOException {
    return in.readBoolean()
        ? new FlushAck.Steering(in.readInt(), in.readLong(), Bytes.readString(in))
        : null;
  }

  static void writeBalance(Balance balance, DataOutputView out) throws IOException {
    out.writeBoolean(balance != null);
    if (balance != null) {
      BALANCES.serialize(balance, out);
    }
  }

  static Balance readBalance(DataInputView in) throws IOException {
    return in.readBoolean() ? BALANCES.deserialize(in) : null;
  }

  @Override
  public TypeSerializerSnapshot<FlushAck> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<FlushAck> {
    public Snapshot() {
      super(FlushAckSerializer::new);
    }
  }
}
