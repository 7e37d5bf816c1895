package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 2: lineage, number, root, job, base, claimed, noted. Version 1 ends with base. */
public final class PlanOriginSerializer extends WireSerializer<PlanOrigin> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(PlanOrigin origin, DataOutputView out) throws IOException {
    Bytes.writeString(origin.lineage(), out);
    out.writeLong(origin.number());
    Bytes.writeString(origin.root(), out);
    Bytes.writeString(origin.job(), out);
    Bytes.writeString(origin.base(), out);
    out.writeLong(origin.claimed());
    out.writeLong(origin.noted());
  }

  @Override
  protected PlanOrigin read(int version, DataInputView in) throws IOException {
    return new PlanOrigin(
        Bytes.readString(in),
        in.readLong(),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in),
        version < 2 ? Long.MIN_VALUE : in.readLong(),
        version < 2 ? 0 : in.readLong());
  }

  @Override
  public TypeSerializerSnapshot<PlanOrigin> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<PlanOrigin> {
    public Snapshot() {
      super(PlanOriginSerializer::new);
    }
  }
}
