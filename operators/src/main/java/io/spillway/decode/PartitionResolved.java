package io.spillway.decode;

import io.spillway.event.SourcePartition;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A partition's last resolved event, as it is kept in state.
 *
 * @param partition the partition
 * @param resolved commit timestamp
 */
record PartitionResolved(SourcePartition partition, long resolved) {

  /** Version 1: source, number, resolved. */
  static final class Serializer extends WireSerializer<PartitionResolved> {
    private static final long serialVersionUID = 1L;

    @Override
    protected int version() {
      return 1;
    }

    @Override
    protected void write(PartitionResolved value, DataOutputView out) throws IOException {
      Bytes.writeString(value.partition.source(), out);
      out.writeInt(value.partition.number());
      out.writeLong(value.resolved);
    }

    @Override
    protected PartitionResolved read(int version, DataInputView in) throws IOException {
      return new PartitionResolved(
          new SourcePartition(Bytes.readString(in), in.readInt()), in.readLong());
    }

    @Override
    public TypeSerializerSnapshot<PartitionResolved> snapshotConfiguration() {
      return new Snapshot();
    }
  }

  /** Flink's record of the serializer; public since Flink makes it by reflection. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<PartitionResolved> {
    public Snapshot() {
      super(Serializer::new);
    }
  }
}
