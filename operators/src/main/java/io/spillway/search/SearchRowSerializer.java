package io.spillway.search;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Rows on an edge or in state, in the form of {@link SearchRowIo}. Rows are immutable here. */
public final class SearchRowSerializer extends TypeSerializerSingleton<SearchRow> {
  private static final long serialVersionUID = 1;
  public static final SearchRowSerializer INSTANCE = new SearchRowSerializer();

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public SearchRow createInstance() {
    return new SearchRow("", -1, "", 0, new byte[0]);
  }

  @Override
  public SearchRow copy(SearchRow from) {
    return from;
  }

  @Override
  public SearchRow copy(SearchRow from, SearchRow reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(SearchRow row, DataOutputView target) throws IOException {
    SearchRowIo.write(row, target);
  }

  @Override
  public SearchRow deserialize(DataInputView source) throws IOException {
    return SearchRowIo.read(SearchRowIo.VERSION_2, source);
  }

  @Override
  public SearchRow deserialize(SearchRow reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<SearchRow> snapshotConfiguration() {
    return new Snapshot();
  }

  /** What a savepoint knows of the serializer: its version, and nothing else. */
  public static final class Snapshot implements TypeSerializerSnapshot<SearchRow> {
    /** Fields as {@link SearchRowIo} says. */
    private static final int VERSION_2 = 2;

    @Override
    public int getCurrentVersion() {
      return VERSION_2;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {
      // the version, which Flink writes, says everything
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      if (version != VERSION_2) {
        throw new IOException(
            "search rows of version " + version + ", this release reads " + VERSION_2);
      }
    }

    @Override
    public TypeSerializer<SearchRow> restoreSerializer() {
      return INSTANCE;
    }

    @Override
    public TypeSerializerSchemaCompatibility<SearchRow> resolveSchemaCompatibility(
        TypeSerializerSnapshot<SearchRow> old) {
      return old instanceof Snapshot
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
