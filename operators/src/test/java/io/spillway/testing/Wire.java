package io.spillway.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** What every serializer of this job must do. */
public final class Wire {
  private Wire() {}

  public static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  /** Reads what was written, whole, by the serializer that its own snapshot restores. */
  @SafeVarargs
  public static <T> void roundTrips(TypeSerializer<T> serializer, T... values) throws IOException {
    TypeSerializer<T> restored = serializer.snapshotConfiguration().restoreSerializer();
    assertThat(restored).hasSameClassAs(serializer);
    for (T value : values) {
      byte[] written = bytes(serializer, value);
      DataInputDeserializer in = new DataInputDeserializer(written);
      T read = restored.deserialize(in);
      assertThat(in.available()).as("bytes left of %s", value).isZero();
      assertThat(read).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(value);
      DataOutputSerializer copy = new DataOutputSerializer(64);
      serializer.copy(new DataInputDeserializer(written), copy);
      assertThat(copy.getCopyOfBuffer()).isEqualTo(written);
    }
  }

  /** The first byte is the version; none and later ones than today's are refused by name. */
  public static <T> void refusesOtherVersions(TypeSerializer<T> serializer, T value)
      throws IOException {
    byte[] written = bytes(serializer, value);
    byte today = written[0];
    assertThat(today).isPositive();
    for (byte version : new byte[] {0, (byte) (today + 1), -1}) {
      written[0] = version;
      assertThatThrownBy(() -> serializer.deserialize(new DataInputDeserializer(written)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(serializer.getClass().getSimpleName());
    }
  }

  /** The same of Flink's other kind of serializer, which also refuses trailing bytes. */
  public static <T> void roundTrips(SimpleVersionedSerializer<T> serializer, T value)
      throws IOException {
    byte[] written = serializer.serialize(value);
    assertThat(serializer.deserialize(serializer.getVersion(), written))
        .usingRecursiveComparison()
        .withStrictTypeChecking()
        .isEqualTo(value);
    assertThatThrownBy(() -> serializer.deserialize(serializer.getVersion() + 1, written))
        .isInstanceOf(IOException.class);
    byte[] longer = java.util.Arrays.copyOf(written, written.length + 1);
    assertThatThrownBy(() -> serializer.deserialize(serializer.getVersion(), longer))
        .isInstanceOf(IOException.class);
  }
}
