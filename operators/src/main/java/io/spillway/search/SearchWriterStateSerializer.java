package io.spillway.search;

import io.spillway.event.ControlChange;
import io.spillway.wire.BroadcastSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Version 3: number of rows, then each row as {@link SearchRowIo} writes it in its own version 2,
 * and how often it was sent; then whether there are settings, and those as {@link
 * BroadcastSerializer} writes them. Version 2 had no settings, version 1 the rows only, in their
 * version 1.
 */
final class SearchWriterStateSerializer implements SimpleVersionedSerializer<SearchWriterState> {
  private static final int VERSION_1 = 1;
  private static final int VERSION_3 = 3;
  private static final BroadcastSerializer SETTINGS = new BroadcastSerializer();

  @Override
  public int getVersion() {
    return VERSION_3;
  }

  @Override
  public byte[] serialize(SearchWriterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    out.writeInt(state.rows().size());
    for (int i = 0; i < state.rows().size(); i++) {
      SearchRowIo.write(state.rows().get(i), out);
      out.writeInt(state.attempts().get(i));
    }
    out.writeBoolean(state.control() != null);
    if (state.control() != null) {
      SETTINGS.serialize(state.control(), out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public SearchWriterState deserialize(int version, byte[] bytes) throws IOException {
    if (version < VERSION_1 || version > VERSION_3) {
      throw new IOException(
          "search writer state of version "
              + version
              + ", this release reads "
              + VERSION_1
              + " to "
              + VERSION_3);
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    int count = in.readInt();
    List<SearchRow> rows = new ArrayList<>(Math.min(count, bytes.length));
    List<Integer> attempts = new ArrayList<>(Math.min(count, bytes.length));
    for (int i = 0; i < count; i++) {
      rows.add(SearchRowIo.read(Math.min(version, SearchRowIo.VERSION_2), in));
      attempts.add(version == VERSION_1 ? 0 : in.readInt());
    }
    ControlChange control = null;
    if (version >= VERSION_3 && in.readBoolean()) {
      control = (ControlChange) SETTINGS.deserialize(in);
    }
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes after search writer state");
    }
    return new SearchWriterState(rows, attempts, control);
  }
}
