package io.spillway.search;

import io.spillway.event.TableId;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** State of statements that have still to take documents away. */
final class DdlEffectSerializer implements SimpleVersionedSerializer<DdlEffect> {
  /** Schema, table, index, commit timestamp, statement. */
  private static final int V1 = 1;

  @Override
  public int getVersion() {
    return V1;
  }

  @Override
  public byte[] serialize(DdlEffect effect) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeUTF(effect.table().schema());
    out.writeUTF(effect.table().table());
    out.writeUTF(effect.index());
    out.writeLong(effect.commitTs());
    byte[] query = effect.query().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    out.writeInt(query.length);
    out.write(query);
    return out.getCopyOfBuffer();
  }

  @Override
  public DdlEffect deserialize(int version, byte[] serialized) throws IOException {
    if (version != V1) {
      throw new IOException(
          "state of search DDLs has version " + version + "; this release knows " + V1);
    }
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    TableId table = new TableId(in.readUTF(), in.readUTF());
    String index = in.readUTF();
    long commitTs = in.readLong();
    byte[] query = new byte[in.readInt()];
    in.readFully(query);
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes are left of a search DDL");
    }
    return new DdlEffect(
        table, index, commitTs, new String(query, java.nio.charset.StandardCharsets.UTF_8));
  }
}
