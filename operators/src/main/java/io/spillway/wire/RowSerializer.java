package io.spillway.wire;

import io.spillway.event.DispatcherId;
import io.spillway.event.LogPlace;
import io.spillway.event.Row;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Rows on their way to the spool: dispatcher with its hash, commit timestamp, bytes. The length of
 * the bytes has its highest bit set where the id of the row's trace follows them, and the next one
 * where the row's origin and print do, before that, or the one after it where its change and
 * content do. Never in state, so without a version. Keeps the dispatchers it has read, and reads
 * the bytes of every row into the same array, so that reading a row costs one object: see {@link
 * Row}.
 */
public final class RowSerializer extends TypeSerializer<Row> {
  private static final long serialVersionUID = 1L;
  private static final int TRACED = Integer.MIN_VALUE;
  private static final int OF_PASS = 1 << 30;
  private static final int PASS_BYTES = Long.BYTES + Integer.BYTES;
  private static final int OF_LOG = 1 << 29;
  private static final int LOG_BYTES = 2 * Long.BYTES;
  private static final int LENGTH = OF_LOG - 1;

  /** A row with more bytes gets an array of its own, which doesn't stay. */
  private static final int MOST_KEPT_BYTES = 1 << 20;

  private transient KnownDispatchers known;
  private transient byte[] scratch;
  private transient byte[] kept;

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
    out.writeInt(row.dispatcher().hashCode());
    out.write(key);
    out.writeLong(row.commitTs());
    String trace = row.trace();
    boolean ofPass = row.origin() != 0;
    boolean ofLog = row.place() != LogPlace.NONE;
    int marks = (trace == null ? 0 : TRACED) | (ofPass ? OF_PASS : 0) | (ofLog ? OF_LOG : 0);
    out.writeInt(row.length() | marks);
    out.write(row.buffer(), row.offset(), row.length());
    if (ofPass) {
      out.writeLong(row.origin());
      out.writeInt(row.print());
    }
    if (ofLog) {
      out.writeLong(row.place().change());
      out.writeLong(row.place().content());
    }
    if (trace != null) {
      TraceIds.write(trace, out);
    }
  }

  @Override
  public Row deserialize(DataInputView in) throws IOException {
    int keyLength = in.readUnsignedShort();
    int hash = in.readInt();
    if (scratch == null || scratch.length < keyLength) {
      scratch = new byte[Math.max(256, keyLength)];
    }
    in.readFully(scratch, 0, keyLength);
    if (known == null) {
      known = new KnownDispatchers();
    }
    DispatcherId dispatcher = known.find(hash, scratch, keyLength);
    long commitTs = in.readLong();
    int marked = in.readInt();
    int length = marked & LENGTH;
    byte[] bytes = array(length);
    in.readFully(bytes, 0, length);
    Row row = new Row(null, dispatcher, commitTs, bytes, 0, length, null);
    if ((marked & OF_PASS) != 0) {
      row.from(in.readLong()).printed(in.readInt());
    }
    if ((marked & OF_LOG) != 0) {
      row.placed(new LogPlace(in.readLong(), in.readLong()));
    }
    return marked < 0 ? row.traced(TraceIds.read(in)) : row;
  }

  private byte[] array(int length) {
    if (kept != null && kept.length >= length) {
      return kept;
    }
    byte[] bytes = new byte[Math.max(length, Math.min(2 * length, MOST_KEPT_BYTES))];
    if (bytes.length <= MOST_KEPT_BYTES) {
      kept = bytes;
    }
    return bytes;
  }

  @Override
  public Row deserialize(Row reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    int keyLength = in.readUnsignedShort();
    out.writeShort(keyLength);
    out.writeInt(in.readInt());
    out.write(in, keyLength);
    out.writeLong(in.readLong());
    int marked = in.readInt();
    out.writeInt(marked);
    int ofPass = (marked & OF_PASS) != 0 ? PASS_BYTES : 0;
    int ofLog = (marked & OF_LOG) != 0 ? LOG_BYTES : 0;
    out.write(in, (marked & LENGTH) + ofPass + ofLog + (marked < 0 ? TraceIds.BYTES : 0));
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
