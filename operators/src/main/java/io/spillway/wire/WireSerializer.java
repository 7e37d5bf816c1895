package io.spillway.wire;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Base of this job's serializers for immutable objects. Every object is led by one byte, the
 * version of its form, so that a later version of the job can read what an earlier one has written
 * to state.
 *
 * @param <T> an immutable type
 */
public abstract class WireSerializer<T> extends TypeSerializerSingleton<T> {
  private static final long serialVersionUID = 1L;

  /** The version that {@link #write} writes. */
  protected abstract int version();

  protected abstract void write(T value, DataOutputView out) throws IOException;

  /** Reads the form of any {@code version} up to today's. */
  protected abstract T read(int version, DataInputView in) throws IOException;

  @Override
  public final void serialize(T value, DataOutputView out) throws IOException {
    out.writeByte(version());
    write(value, out);
  }

  @Override
  public final T deserialize(DataInputView in) throws IOException {
    int version = in.readUnsignedByte();
    if (version < 1 || version > version()) {
      throw new IOException(
          getClass().getSimpleName()
              + " reads versions 1 to "
              + version()
              + ", not "
              + version
              + ": written by a newer job, or damaged");
    }
    return read(version, in);
  }

  @Override
  public final T deserialize(T reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public T createInstance() {
    return null;
  }

  @Override
  public T copy(T from) {
    return from;
  }

  @Override
  public T copy(T from, T reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }
}
