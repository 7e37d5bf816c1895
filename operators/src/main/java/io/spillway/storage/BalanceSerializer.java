package io.spillway.storage;

import io.spillway.event.ReadCounts;
import io.spillway.plan.Balance;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 2: read, dead letters, skipped, duplicates, copies, stored, spooled, already delivered;
 * version 1 has neither copies nor the last.
 */
public final class BalanceSerializer extends WireSerializer<Balance> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(Balance balance, DataOutputView out) throws IOException {
    writeCounts(balance.read(), out);
    out.writeLong(balance.stored());
    out.writeLong(balance.spooled());
    out.writeLong(balance.alreadyDelivered());
  }

  @Override
  protected Balance read(int version, DataInputView in) throws IOException {
    return new Balance(
        readCounts(version >= 2, in),
        in.readLong(),
        in.readLong(),
        version < 2 ? 0 : in.readLong());
  }

  static void writeCounts(ReadCounts counts, DataOutputView out) throws IOException {
    out.writeLong(counts.read());
    out.writeLong(counts.deadLetters());
    out.writeLong(counts.skipped());
    out.writeLong(counts.duplicates());
    out.writeLong(counts.copies());
  }

  /**
   * @param withCopies whether they are there, see the versions of whatever holds the counts
   */
  static ReadCounts readCounts(boolean withCopies, DataInputView in) throws IOException {
    return new ReadCounts(
        in.readLong(), in.readLong(), in.readLong(), in.readLong(), withCopies ? in.readLong() : 0);
  }

  @Override
  public TypeSerializerSnapshot<Balance> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Balance> {
    public Snapshot() {
      super(BalanceSerializer::new);
    }
  }
}
