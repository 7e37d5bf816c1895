package io.spillway.wire;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Rows on their way to the spool: dispatcher, commit timestamp, bytes. Never in state, so without a
 * version. Keeps the dispatchers it has read, so that reading a row costs one array and one object.
 */
public final class RowSerializer extends TypeSerializer<Row> {
  private static final long serialVersionUID = 1L;
  private static final int INTERNED = 1 << 12;

  private transient DispatcherId[] interned;
  private transient byte[] scratch;

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializer<Row> duplicate() {
    return new RowSerializer();
  }

  @Override
  public Row createInstance() {
    return null;
  }

  @Override
  public Row copy(Row from) {
    return from;
  }

  @Override
  public Row copy(Row from, Row reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(Row row, DataOutputView out) throws IOException {
    byte[] key = row.dispatcher().utf8();
    out.writeShort(key.length);
    out.write(key);
    out.writeLong(row.commitTs());
    out.writeInt(row.length());
    out.write(row.buffer(), row.offset(), row.length());
  }

  @Override
  public Row deserialize(DataInputView in) throws IOException {
    int keyLength = in.readUnsignedShort();
    if (scratch == null || scratch.length < keyLength) {
      scratch = new byte[Math.max(256, keyLength)];
    }
    in.readFully(scratch, 0, keyLength);
    DispatcherId dispatcher = intern(keyLength);
    long commitTs = in.readLong();
    int length = in.readInt();
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new Row(null, dispatcher, commitTs, bytes, 0, length, null);
  }

  @Override
  public Row deserialize(Row reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    int keyLength = in.readUnsignedShort();
    out.writeShort(keyLength);
    out.write(in, keyLength);
    out.writeLong(in.readLong());
    int length = in.readInt();
    out.writeInt(length);
    out.write(in, length);
  }

  private DispatcherId intern(int length) {
    if (interned == null) {
      interned = new DispatcherId[INTERNED];
    }
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + scratch[i];
    }
    int slot = (hash ^ hash >>> 15) & (INTERNED - 1);
    DispatcherId known = interned[slot];
    if (known != null && Arrays.equals(known.utf8(), 0, known.utf8().length, scratch, 0, length)) {
      return known;
    }
    DispatcherId read = DispatcherId.parse(new String(scratch, 0, length, StandardCharsets.UTF_8));
    interned[slot] = read;
    return read;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowSerializer;
  }

  @Override
  public int hashCode() {
    return RowSerializer.class.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<Row> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Row> {
    public Snapshot() {
      super(RowSerializer::new);
    }
  }
}
