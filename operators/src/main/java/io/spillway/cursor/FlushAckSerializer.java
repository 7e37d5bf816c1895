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

/** Version 1: cursor, candidate, checkpoint, and the file where there is one. */
public final class FlushAckSerializer extends WireSerializer<FlushAck> {
  public static final TypeInformation<FlushAck> TYPE =
      new WireTypeInfo<>(FlushAck.class, new FlushAckSerializer());
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(FlushAck ack, DataOutputView out) throws IOException {
    Bytes.writeString(ack.cursor().operation(), out);
    Bytes.writeString(ack.cursor().scope(), out);
    Bytes.writeString(ack.cursor().key(), out);
    out.writeLong(ack.candidate());
    out.writeLong(ack.checkpointId());
    out.writeBoolean(ack.file() != null);
    if (ack.file() != null) {
      Bytes.writeString(ack.file().path(), out);
      Bytes.writeString(ack.file().reason(), out);
      out.writeLong(ack.file().rows());
      out.writeLong(ack.file().bytes());
      out.writeLong(ack.file().minCommitTs());
      out.writeLong(ack.file().maxCommitTs());
    }
  }

  @Override
  protected FlushAck read(int version, DataInputView in) throws IOException {
    CursorKey cursor =
        new CursorKey(Bytes.readString(in), Bytes.readString(in), Bytes.readString(in));
    long candidate = in.readLong();
    long checkpointId = in.readLong();
    FlushAck.File file = null;
    if (in.readBoolean()) {
      file =
          new FlushAck.File(
              Bytes.readString(in),
              Bytes.readString(in),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong());
    }
    return new FlushAck(cursor, candidate, checkpointId, file);
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
