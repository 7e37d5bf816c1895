package io.spillway.policy;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.policy.DeadLetter.Failure;
import io.spillway.policy.DeadLetter.Original;
import io.spillway.policy.DeadLetter.Refusal;
import io.spillway.policy.DeadLetter.Subject;
import io.spillway.wire.Bytes;
import io.spillway.wire.Envelopes;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 4: all fields in the order of the record, but for the source behind the position; the
 * refusal where there is one. Version 3 had no source. Version 2 had no headers, no table and one
 * time of failure, and an empty key for none; version 1 had no refusal either.
 */
public final class DeadLetterSerializer extends WireSerializer<DeadLetter> {
  public static final TypeInformation<DeadLetter> TYPE =
      new WireTypeInfo<>(DeadLetter.class, new DeadLetterSerializer());
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 4;
  }

  @Override
  protected void write(DeadLetter letter, DataOutputView out) throws IOException {
    SourcePosition position = letter.position();
    Bytes.writeString(position.partition().source(), out);
    out.writeInt(position.partition().number());
    out.writeLong(position.offset());
    out.writeLong(position.timestampMs());
    Bytes.writeString(letter.source(), out);
    Envelopes.writeOptional(letter.original().key(), out);
    Bytes.writeBytes(letter.original().value(), out);
    Envelopes.writeHeaders(letter.original().headers(), out);
    Failure failure = letter.failure();
    Bytes.writeString(failure.stage(), out);
    Bytes.writeString(failure.kind(), out);
    Bytes.writeString(failure.reason(), out);
    out.writeInt(failure.attempts());
    out.writeLong(failure.firstMs());
    out.writeLong(failure.lastMs());
    Bytes.writeString(letter.subject().table(), out);
    Bytes.writeString(letter.subject().primaryKey(), out);
    Refusal refusal = letter.subject().refusal();
    out.writeBoolean(refusal != null);
    if (refusal != null) {
      out.writeInt(refusal.status());
      Bytes.writeString(refusal.index(), out);
      Bytes.writeString(refusal.id(), out);
    }
  }

  @Override
  protected DeadLetter read(int version, DataInputView in) throws IOException {
    SourcePartition partition = new SourcePartition(Bytes.readString(in), in.readInt());
    SourcePosition position = new SourcePosition(partition, in.readLong(), in.readLong());
    if (version < 3) {
      return readOlder(version, position, in);
    }
    return new DeadLetter(
        new Original(
            version < 4 ? "" : Bytes.readString(in),
            position,
            Envelopes.readOptional(in),
            Bytes.readBytes(in),
            Envelopes.readHeaders(in)),
        new Failure(
            Bytes.readString(in),
            Bytes.readString(in),
            Bytes.readString(in),
            in.readInt(),
            in.readLong(),
            in.readLong()),
        new Subject(
            Bytes.readString(in), Bytes.readString(in), in.readBoolean() ? refusal(in) : null));
  }

  private static DeadLetter readOlder(int version, SourcePosition position, DataInputView in)
      throws IOException {
    byte[] key = Bytes.readBytes(in);
    byte[] value = Bytes.readBytes(in);
    String stage = Bytes.readString(in);
    String kind = Bytes.readString(in);
    String reason = Bytes.readString(in);
    long failedMs = in.readLong();
    Refusal refusal = version > 1 && in.readBoolean() ? refusal(in) : null;
    int attempts = refusal == null ? 1 : in.readInt();
    return new DeadLetter(
        new Original(position, key.length == 0 ? null : key, value, List.of()),
        new Failure(stage, kind, reason, attempts, failedMs, failedMs),
        new Subject("", "", refusal));
  }

  private static Refusal refusal(DataInputView in) throws IOException {
    return new Refusal(in.readInt(), Bytes.readString(in), Bytes.readString(in));
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
