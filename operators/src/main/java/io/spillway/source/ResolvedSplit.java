package io.spillway.source;

import io.spillway.wire.Bytes;
import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * A split with what is known of its partition, so that the two go wherever the split goes.
 *
 * @param split the source's own split
 * @param resolved the partition's last resolved event, a commit timestamp; {@link Long#MIN_VALUE}
 *     for none yet
 * @param clock the last timestamp that its clock gave, see {@link io.spillway.decode.StreamClocks};
 *     {@link Long#MIN_VALUE} for none yet
 * @param identity of what the split is a part of, as a Kafka topic's id: one that was deleted and
 *     made anew under its name has another. Empty where the source knows none
 */
record ResolvedSplit<S extends SourceSplit>(S split, long resolved, long clock, String identity)
    implements SourceSplit {
  /** One whose source knows no identity. */
  ResolvedSplit(S split, long resolved, long clock) {
    this(split, resolved, clock, "");
  }

  /** A split of which nothing is known. */
  static <S extends SourceSplit> ResolvedSplit<S> fresh(S split) {
    return new ResolvedSplit<>(split, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  @Override
  public String splitId() {
    return split.splitId();
  }

  /**
   * Version 1: resolved, the version of the split's own form, that form. Version 2: resolved,
   * clock, the version of the split's own form, that form. Version 3 has the identity behind the
   * clock.
   */
  static final class Serializer<S extends SourceSplit>
      implements SimpleVersionedSerializer<ResolvedSplit<S>> {
    private static final int WITHOUT_CLOCK = 1;
    private static final int WITHOUT_IDENTITY = 2;
    private static final int VERSION = 3;

    private final SimpleVersionedSerializer<S> splits;

    Serializer(SimpleVersionedSerializer<S> splits) {
      this.splits = splits;
    }

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(ResolvedSplit<S> split) throws IOException {
      DataOutputSerializer out = new DataOutputSerializer(128);
      out.writeLong(split.resolved());
      out.writeLong(split.clock());
      Bytes.writeString(split.identity(), out);
      out.writeInt(splits.getVersion());
      Bytes.writeBytes(splits.serialize(split.split()), out);
      return out.getCopyOfBuffer();
    }

    @Override
    public ResolvedSplit<S> deserialize(int version, byte[] serialized) throws IOException {
      if (version < WITHOUT_CLOCK || version > VERSION) {
        throw new IOException("a partition's state is read in versions 1 to 3, not " + version);
      }
      DataInputDeserializer in = new DataInputDeserializer(serialized);
      long resolved = in.readLong();
      long clock = version == WITHOUT_CLOCK ? Long.MIN_VALUE : in.readLong();
      String identity = version <= WITHOUT_IDENTITY ? "" : Bytes.readString(in);
      S split = splits.deserialize(in.readInt(), Bytes.readBytes(in));
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes too many in a partition's state");
      }
      return new ResolvedSplit<>(split, resolved, clock, identity);
    }
  }
}
