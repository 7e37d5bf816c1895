package io.spillway.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The enumerator's checkpoint.
 *
 * @param unassigned files that no reader has yet
 */
public record FilesState(List<FileSplit> unassigned) {
  public FilesState {
    unassigned = List.copyOf(unassigned);
  }

  /** Version 1: count and splits. */
  static final class Serializer implements SimpleVersionedSerializer<FilesState> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(FilesState state) throws IOException {
      DataOutputSerializer out = new DataOutputSerializer(128);
      out.writeInt(state.unassigned().size());
      for (FileSplit split : state.unassigned()) {
        FileSplitSerializer.write(split, out);
      }
      return out.getCopyOfBuffer();
    }

    @Override
    public FilesState deserialize(int version, byte[] serialized) throws IOException {
      FileSplitSerializer.requireVersion(version);
      DataInputDeserializer in = new DataInputDeserializer(serialized);
      int count = in.readInt();
      List<FileSplit> splits = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        splits.add(FileSplitSerializer.read(in));
      }
      FileSplitSerializer.requireEnd(in);
      return new FilesState(splits);
    }
  }
}
