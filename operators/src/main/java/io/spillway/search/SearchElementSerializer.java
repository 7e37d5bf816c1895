package io.spillway.search;

import io.spillway.event.ControlChange;
import io.spillway.wire.BroadcastSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What is on the edges to the writers; it is in no state. Version 3: a byte, 0 for a row in the
 * form of {@link SearchRowIo}, 1 for settings in that of {@link BroadcastSerializer}. Both are
 * immutable here.
 */
public final class SearchElementSerializer extends TypeSerializerSingleton<SearchElement> {
  private static final long serialVersionUID = 1;
  public static final SearchElementSerializer INSTANCE = new SearchElementSerializer();
  public static final TypeInformation<SearchElement> TYPE =
      new WireTypeInfo<>(SearchElement.class, INSTANCE);
  private static final BroadcastSerializer SETTINGS = new BroadcastSerializer();
  private static final int ROW = 0;
  private static final int CONTROL = 1;

  /** Lets Flink find the type from the class alone. */
  public static final class Factory extends TypeInfoFactory<SearchElement> {
    @Override
    public TypeInformation<SearchElement> createTypeInfo(
        Type type, Map<String, TypeInformation<?>> parameters) {
      return TYPE;
    }
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public SearchElement createInstance() {
    return new SearchRow("", -1, "", 0, new byte[0]);
  }

  @Override
  public SearchElement copy(SearchElement from) {
    return from;
  }

  @Override
  public SearchElement copy(SearchElement from, SearchElement reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(SearchElement element, DataOutputView target) throws IOException {
    if (element instanceof SearchRow row) {
      target.writeByte(ROW);
      SearchRowIo.write(row, target);
    } else if (element instanceof SearchControl control) {
      target.writeByte(CONTROL);
      SETTINGS.serialize(control.change(), target);
    } else {
      throw new IllegalStateException("unknown element: " + element);
    }
  }

  @Override
  public SearchElement deserialize(DataInputView source) throws IOException {
    int tag = source.readUnsignedByte();
    return switch (tag) {
      case ROW -> SearchRowIo.read(SearchRowIo.VERSION_2, source);
      case CONTROL -> new SearchControl((ControlChange) SETTINGS.deserialize(source));
      default -> throw new IOException("neither a row nor settings: " + tag);
    };
  }

  @Override
  public SearchElement deserialize(SearchElement reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<SearchElement> snapshotConfiguration() {
    return new Snapshot();
  }

  /** What a savepoint would know of the serializer: its version, and nothing else. */
  public static final class Snapshot implements TypeSerializerSnapshot<SearchElement> {
    private static final int VERSION_3 = 3;

    @Override
    public int getCurrentVersion() {
      return VERSION_3;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {
      // the version, which Flink writes, says everything
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      if (version != VERSION_3) {
        throw new IOException(
            "search elements of version " + version + ", this release reads " + VERSION_3);
      }
    }

    @Override
    public TypeSerializer<SearchElement> restoreSerializer() {
      return INSTANCE;
    }

    @Override
    public TypeSerializerSchemaCompatibility<SearchElement> resolveSchemaCompatibility(
        TypeSerializerSnapshot<SearchElement> old) {
      return old instanceof Snapshot
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
