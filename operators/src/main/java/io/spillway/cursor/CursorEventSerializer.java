package io.spillway.cursor;

import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 3: cursor, step, work, origin, time. Never in state, so earlier versions aren't read. */
public final class CursorEventSerializer extends WireSerializer<CursorEvent> {
  public static final TypeInformation<CursorEvent> TYPE =
      new WireTypeInfo<>(CursorEvent.class, new CursorEventSerializer());
  private static final long serialVersionUID = 1L;
  private static final int VERSION_3 = 3;

  @Override
  protected int version() {
    return VERSION_3;
  }

  @Override
  protected void write(CursorEvent event, DataOutputView out) throws IOException {
    FlushAckSerializer.writeKey(event.cursor(), out);
    CursorStep step = event.step();
    out.writeLong(step.seq());
    Bytes.writeString(step.reason().name(), out);
    Bytes.writeString(step.kind().name(), out);
    CursorStateSerializer.writeValue(step.previous(), out);
    CursorStateSerializer.writeValue(step.candidate(), out);
    CursorStateSerializer.writeValue(step.value(), out);
    out.writeLong(event.work().checkpointId());
    FlushAckSerializer.writeFile(event.work().file(), out);
    FlushAckSerializer.writeBalance(event.work().balance(), out);
    FlushAckSerializer.writeGap(event.work().gap(), out);
    writeTold(event.work().told(), out);
    FlushAckSerializer.writeSteering(event.work().steering(), out);
    Bytes.writeString(event.origin().pipeline(), out);
    Bytes.writeString(event.origin().run(), out);
    out.writeInt(event.origin().attempt());
    out.writeLong(event.atMs());
  }

  @Override
  protected CursorEvent read(int version, DataInputView in) throws IOException {
    if (version < VERSION_3) {
      throw new IOException("events of version " + version + " were never kept");
    }
    CursorKey cursor = FlushAckSerializer.readKey(in);
    CursorStep step =
        new CursorStep(
            in.readLong(),
            CursorReason.valueOf(Bytes.readString(in)),
            CursorKind.valueOf(Bytes.readString(in)),
            CursorStateSerializer.readValue(in),
            CursorStateSerializer.readValue(in),
            CursorStateSerializer.readValue(in));
    CursorEvent.Work work =
        new CursorEvent.Work(
            in.readLong(),
            FlushAckSerializer.readFile(in),
            FlushAckSerializer.readBalance(in),
            FlushAckSerializer.readGap(in),
            readTold(in),
            FlushAckSerializer.readSteering(in));
    CursorEvent.Origin origin =
        new CursorEvent.Origin(Bytes.readString(in), Bytes.readString(in), in.readInt());
    return new CursorEvent(cursor, step, work, origin, in.readLong());
  }

  private static void writeTold(CursorEvent.Told told, DataOutputView out) throws IOException {
    out.writeBoolean(told != null);
    if (told != null) {
      out.writeLong(told.seq());
      out.writeLong(told.checkpointId());
      CursorStateSerializer.writeValue(told.value(), out);
    }
  }

  private static CursorEvent.Told readTold(DataInputView in) throws IOException {
    return in.readBoolean()
        ? new CursorEvent.Told(in.readLong(), in.readLong(), CursorStateSerializer.readValue(in))
        : null;
  }

  @Override
  public TypeSerializerSnapshot<CursorEvent> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<CursorEvent> {
    public Snapshot() {
      super(CursorEventSerializer::new);
    }
  }
}
