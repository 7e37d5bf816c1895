package io.spillway.spool;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 1: the two halves of the hash. */
public final class RowDigestSerializer extends WireSerializer<Digest> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(Digest row, DataOutputView out) throws IOException {
    out.writeLong(row.high());
    out.writeLong(row.low());
  }

  @Override
  protected Digest read(int version, DataInputView in) throws IOException {
    return new Digest(in.readLong(), in.readLong());
  }

  @Override
  public TypeSerializerSnapshot<Digest> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Digest> {
    public Snapshot() {
      super(RowDigestSerializer::new);
    }
  }
}
