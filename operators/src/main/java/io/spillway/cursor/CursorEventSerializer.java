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

/** Version 1: pipeline, ack, previous, value, time. */
public final class CursorEventSerializer extends WireSerializer<CursorEvent> {
  public static final TypeInformation<CursorEvent> TYPE =
      new WireTypeInfo<>(CursorEvent.class, new CursorEventSerializer());
  private static final long serialVersionUID = 1L;
  private static final FlushAckSerializer ACKS = new FlushAckSerializer();

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(CursorEvent event, DataOutputView out) throws IOException {
    Bytes.writeString(event.pipeline(), out);
    ACKS.serialize(event.ack(), out);
    out.writeLong(event.previous());
    out.writeLong(event.value());
    out.writeLong(event.atMs());
  }

  @Override
  protected CursorEvent read(int version, DataInputView in) throws IOException {
    return new CursorEvent(
        Bytes.readString(in), ACKS.deserialize(in), in.readLong(), in.readLong(), in.readLong());
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
