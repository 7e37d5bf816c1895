package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 1: lineage, number, root, job, base. */
public final class PlanOriginSerializer extends WireSerializer<PlanOrigin> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(PlanOrigin origin, DataOutputView out) throws IOException {
    Bytes.writeString(origin.lineage(), out);
    out.writeLong(origin.number());
    Bytes.writeString(origin.root(), out);
    Bytes.writeString(origin.job(), out);
    Bytes.writeString(origin.base(), out);
  }

  @Override
  protected PlanOrigin read(int version, DataInputView in) throws IOException {
    return new PlanOrigin(
        Bytes.readString(in),
        in.readLong(),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in));
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
