package io.spillway.storage;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Checkpoint id, checkpoint-ts, balance, count, what was written, origin; its version is that of
 * {@link WrittenSerializer}. Versions 1 and 2 have no origin.
 */
final class CommitPlanSerializer implements SimpleVersionedSerializer<CommitPlan> {
  private static final BalanceSerializer BALANCES = new BalanceSerializer();
  private static final PlanOriginSerializer ORIGINS = new PlanOriginSerializer();

  @Override
  public int getVersion() {
    return WrittenSerializer.VERSION;
  }

  @Override
  public byte[] serialize(CommitPlan plan) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(size(plan));
    out.writeLong(plan.checkpointId());
    out.writeLong(plan.checkpointTs());
    BALANCES.serialize(plan.balance(), out);
    out.writeInt(plan.data().size() + plan.schemas().size() + plan.found().size());
    for (Written.Schema schema : plan.schemas()) {
      WrittenSerializer.write(schema, out);
    }
    for (Written.Data data : plan.data()) {
      WrittenSerializer.write(data, out);
    }
    for (Written.Found found : plan.found()) {
      WrittenSerializer.write(found, out);
    }
    ORIGINS.serialize(plan.origin(), out);
    return out.getCopyOfBuffer();
  }

  /** Enough for most plans: their files' bytes are copied once. */
  private static int size(CommitPlan plan) {
    int bytes = 1024;
    for (Written.Data file : plan.data()) {
      bytes += 512 + WrittenSerializer.bytes(file.content()).length;
    }
    return bytes;
  }

  @Override
  public CommitPlan deserialize(int version, byte[] serialized) throws IOException {
    WrittenSerializer.requireVersion(version);
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    long checkpointId = in.readLong();
    long checkpointTs = in.readLong();
    Balance balance = BALANCES.deserialize(in);
    int count = in.readInt();
    List<Written.Data> data = new ArrayList<>();
    List<Written.Schema> schemas = new ArrayList<>();
    List<Written.Found> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Written written = WrittenSerializer.read(version, in);
      if (written instanceof Written.Data file) {
        data.add(file);
      } else if (written instanceof Written.Schema schema) {
        schemas.add(schema);
      } else if (written instanceof Written.Found file) {
        found.add(file);
      } else {
        throw new IOException("a plan holds no " + written.getClass().getSimpleName());
      }
    }
    PlanOrigin origin = version < 3 ? PlanOrigin.UNKNOWN : ORIGINS.deserialize(in);
    WrittenSerializer.requireEnd(in);
    return new CommitPlan(checkpointId, checkpointTs, data, schemas, found, balance, origin);
  }
}
