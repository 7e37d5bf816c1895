package io.spillway.wire;

import io.spillway.event.RowBatch;
import io.spillway.event.TracedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 2: arrival, row count, per row end offset and commit timestamp, then the bytes, then the
 * number of rows with a trace, and the index and trace id of each. Version 1 ends with the bytes.
 */
public final class RowBatchSerializer extends WireSerializer<RowBatch> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(RowBatch batch, DataOutputView out) throws IOException {
    out.writeLong(batch.arrivedMs());
    out.writeInt(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      out.writeInt(batch.end(i));
      out.writeLong(batch.commitTs(i));
    }
    out.write(batch.bytes(), 0, batch.end(batch.size() - 1));
    out.writeByte(batch.traced().size());
    for (TracedRow row : batch.traced()) {
      out.writeInt(row.row());
      TraceIds.write(row.id(), out);
    }
  }

  @Override
  protected RowBatch read(int version, DataInputView in) throws IOException {
    long arrivedMs = in.readLong();
    int size = in.readInt();
    if (size < 1) {
      throw new IOException("a row batch of " + size + " rows");
    }
    int[] ends = new int[size];
    long[] commitTs = new long[size];
    for (int i = 0; i < size; i++) {
      ends[i] = in.readInt();
      commitTs[i] = in.readLong();
    }
    byte[] bytes = new byte[ends[size - 1]];
    in.readFully(bytes);
    return new RowBatch(
        bytes, ends, commitTs, size, arrivedMs, version < 2 ? List.of() : readTraced(in));
  }

  private static List<TracedRow> readTraced(DataInputView in) throws IOException {
    int count = in.readUnsignedByte();
    List<TracedRow> traced = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      traced.add(new TracedRow(in.readInt(), TraceIds.read(in)));
    }
    return traced;
  }

  @Override
  public TypeSerializerSnapshot<RowBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowBatch> {
    public Snapshot() {
      super(RowBatchSerializer::new);
    }
  }
}
