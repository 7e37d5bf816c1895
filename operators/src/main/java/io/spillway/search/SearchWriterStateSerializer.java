package io.spillway.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Version 2: number of rows, then each row as {@link SearchRowIo} writes it in its own version 2,
 * and how often it was sent. Version 1 had the rows only, in their version 1.
 */
final class SearchWriterStateSerializer implements SimpleVersionedSerializer<SearchWriterState> {
  private static final int VERSION_1 = 1;
  private static final int VERSION_2 = 2;

  @Override
  public int getVersion() {
    return VERSION_2;
  }

  @Override
  public byte[] serialize(SearchWriterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    out.writeInt(state.rows().size());
    for (int i = 0; i < state.rows().size(); i++) {
      SearchRowIo.write(state.rows().get(i), out);
      out.writeInt(state.attempts().get(i));
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public SearchWriterState deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION_1 && version != VERSION_2) {
      throw new IOException(
          "search writer state of version "
              + version
              + ", this release reads "
              + VERSION_1
              + " to "
              + VERSION_2);
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    int count = in.readInt();
    List<SearchRow> rows = new ArrayList<>(Math.min(count, bytes.length));
    List<Integer> attempts = new ArrayList<>(Math.min(count, bytes.length));
    for (int i = 0; i < count; i++) {
      rows.add(SearchRowIo.read(version, in));
      attempts.add(version == VERSION_1 ? 0 : in.readInt());
    }
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes after search writer state");
    }
    return new SearchWriterState(rows, attempts);
  }
}
