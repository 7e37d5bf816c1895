package io.spillway.search;

import io.spillway.wire.WireSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Rows that the search stage holds in managed state. Version 1: number of rows, then each as {@link
 * SearchRowIo} writes it in its version 2.
 */
public final class SearchRowsSerializer extends WireSerializer<List<SearchRow>> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(List<SearchRow> rows, DataOutputView out) throws IOException {
    out.writeInt(rows.size());
    for (SearchRow row : rows) {
      SearchRowIo.write(row, out);
    }
  }

  @Override
  protected List<SearchRow> read(int version, DataInputView in) throws IOException {
    int size = in.readInt();
    if (size < 1) {
      throw new IOException("a segment of " + size + " search rows");
    }
    List<SearchRow> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      rows.add(SearchRowIo.read(SearchRowIo.VERSION_2, in));
    }
    return rows;
  }

  @Override
  public TypeSerializerSnapshot<List<SearchRow>> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<List<SearchRow>> {
    public Snapshot() {
      super(SearchRowsSerializer::new);
    }
  }
}
