package io.spillway.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The version is that of the rows in {@link SearchRowIo}: their number, then each row. */
final class SearchWriterStateSerializer implements SimpleVersionedSerializer<SearchWriterState> {
  @Override
  public int getVersion() {
    return SearchRowIo.VERSION_2;
  }

  @Override
  public byte[] serialize(SearchWriterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    out.writeInt(state.rows().size());
    for (SearchRow row : state.rows()) {
      SearchRowIo.write(row, out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public SearchWriterState deserialize(int version, byte[] bytes) throws IOException {
    if (version != SearchRowIo.VERSION_1 && version != SearchRowIo.VERSION_2) {
      throw new IOException(
          "search writer state of version "
              + version
              + ", this release reads up to "
              + SearchRowIo.VERSION_2);
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    int count = in.readInt();
    List<SearchRow> rows = new ArrayList<>(Math.min(count, bytes.length));
    for (int i = 0; i < count; i++) {
      rows.add(SearchRowIo.read(version, in));
    }
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes after search writer state");
    }
    return new SearchWriterState(rows);
  }
}
