package io.spillway.policy;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.policy.DeadLetter.Refusal;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 2: all fields in the order of the record, the refusal where there is one. Version 1 had
 * none.
 */
public final class DeadLetterSerializer extends WireSerializer<DeadLetter> {
  public static final TypeInformation<DeadLetter> TYPE =
      new WireTypeInfo<>(DeadLetter.class, new DeadLetterSerializer());
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(DeadLetter letter, DataOutputView out) throws IOException {
    SourcePosition position = letter.position();
    Bytes.writeString(position.partition().source(), out);
    out.writeInt(position.partition().number());
    out.writeLong(position.offset());
    out.writeLong(position.timestampMs());
    Bytes.writeBytes(letter.key(), out);
    Bytes.writeBytes(letter.value(), out);
    Bytes.writeString(letter.stage(), out);
    Bytes.writeString(letter.kind(), out);
    Bytes.writeString(letter.reason(), out);
    out.writeLong(letter.failedAtMs());
    out.writeBoolean(letter.refusal() != null);
    if (letter.refusal() != null) {
      out.writeInt(letter.refusal().status());
      Bytes.writeString(letter.refusal().index(), out);
      Bytes.writeString(letter.refusal().id(), out);
      out.writeInt(letter.refusal().attempts());
    }
  }

  @Override
  protected DeadLetter read(int version, DataInputView in) throws IOException {
    SourcePartition partition = new SourcePartition(Bytes.readString(in), in.readInt());
    SourcePosition position = new SourcePosition(partition, in.readLong(), in.readLong());
    return new DeadLetter(
        position,
        Bytes.readBytes(in),
        Bytes.readBytes(in),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in),
        in.readLong(),
        version > 1 && in.readBoolean() ? readRefusal(in) : null);
  }

  private static Refusal readRefusal(DataInputView in) throws IOException {
    return new Refusal(in.readInt(), Bytes.readString(in), Bytes.readString(in), in.readInt());
  }

  @Override
  public TypeSerializerSnapshot<DeadLetter> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<DeadLetter> {
    public Snapshot() {
      super(DeadLetterSerializer::new);
    }
  }
}
