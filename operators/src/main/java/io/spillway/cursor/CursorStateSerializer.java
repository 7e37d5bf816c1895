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

/** Version 1: kind by name, value where there is one, sequence number, checkpoint. */
public final class CursorStateSerializer extends WireSerializer<CursorState> {
  public static final TypeInformation<CursorState> TYPE =
      new WireTypeInfo<>(CursorState.class, new CursorStateSerializer());
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(CursorState state, DataOutputView out) throws IOException {
    Bytes.writeString(state.kind().name(), out);
    writeValue(state.value(), out);
    out.writeLong(state.seq());
    out.writeLong(state.checkpointId());
  }

  @Override
  protected CursorState read(int version, DataInputView in) throws IOException {
    return new CursorState(
        CursorKind.valueOf(Bytes.readString(in)), readValue(in), in.readLong(), in.readLong());
  }

  static void writeValue(String value, DataOutputView out) throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      Bytes.writeString(value, out);
    }
  }

  static String readValue(DataInputView in) throws IOException {
    return in.readBoolean() ? Bytes.readString(in) : null;
  }

  @Override
  public TypeSerializerSnapshot<CursorState> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<CursorState> {
    public Snapshot() {
      super(CursorStateSerializer::new);
    }
  }
}
