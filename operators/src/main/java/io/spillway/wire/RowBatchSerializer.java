package io.spillway.wire;

import io.spillway.event.RowBatch;
import io.spillway.event.RowPasses;
import io.spillway.event.TracedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 3: arrival, row count, per row end offset and commit timestamp, then the bytes, then the
 * number of rows with a trace, and the index and trace id of each, then whether all rows came in
 * one pass, and that pass or the pass of each row. Version 2 ends before the passes, version 1 with
 * the bytes.
 */
public final class RowBatchSerializer extends WireSerializer<RowBatch> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 3;
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
    writePasses(batch, out);
  }

  private static void writePasses(RowBatch batch, DataOutputView out) throws IOException {
    RowPasses passes = batch.passes();
    out.writeBoolean(passes.isSame());
    for (int i = 0; i < (passes.isSame() ? 1 : batch.size()); i++) {
      out.writeInt(passes.of(i));
    }
  }

  private static RowPasses readPasses(int size, DataInputView in) throws IOException {
    if (in.readBoolean()) {
      return RowPasses.same(in.readInt());
    }
    int[] passes = new int[size];
    for (int i = 0; i < size; i++) {
      passes[i] = in.readInt();
    }
    return RowPasses.each(passes);
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
    List<TracedRow> traced = version < 2 ? List.of() : readTraced(in);
    return new RowBatch(bytes, ends, commitTs, size, arrivedMs, traced)
        .in(version < 3 ? RowPasses.NONE : readPasses(size, in));
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
