package io.spillway.source;

import io.spillway.event.SourcePartition;
import io.spillway.wire.Bytes;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** Version 1: path, source, partition number, offset. */
final class FileSplitSerializer implements SimpleVersionedSerializer<FileSplit> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(FileSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    write(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public FileSplit deserialize(int version, byte[] serialized) throws IOException {
    requireVersion(version);
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    FileSplit split = read(in);
    requireEnd(in);
    return split;
  }

  static void requireVersion(int version) throws IOException {
    if (version != VERSION) {
      throw new IOException("file source state is read in version 1, not " + version);
    }
  }

  static void requireEnd(DataInputDeserializer in) throws IOException {
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes too many in the file source's state");
    }
  }

  static void write(FileSplit split, DataOutputView out) throws IOException {
    Bytes.writeString(split.path(), out);
    Bytes.writeString(split.partition().source(), out);
    out.writeInt(split.partition().number());
    out.writeLong(split.offset());
  }

  static FileSplit read(DataInputView in) throws IOException {
    return new FileSplit(
        Bytes.readString(in),
        new SourcePartition(Bytes.readString(in), in.readInt()),
        in.readLong());
  }
}
