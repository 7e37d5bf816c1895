package io.spillway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.TableId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class KnownDispatchersTest {
  private static final int MANY = 20_000;

  private final KnownDispatchers known = new KnownDispatchers();

  @Test
  void eachIsMadeOnceHoweverManyThereAre() {
    DispatcherId[] first = new DispatcherId[MANY];
    for (int i = 0; i < MANY; i++) {
      first[i] = find(table(i));
      assertThat(first[i]).isEqualTo(table(i));
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(find(table(i))).isSameAs(first[i]);
    }
    assertThat(known.size()).isEqualTo(MANY);
  }

  @Test
  void equalHashesAreToldApart() {
    DispatcherId a = DispatcherId.of(new TableId("shop", "Aa"));
    DispatcherId b = DispatcherId.of(new TableId("shop", "BB"));
    assertThat(a.hashCode()).isEqualTo(b.hashCode());

    assertThat(find(a)).isEqualTo(a);
    assertThat(find(b)).isEqualTo(b);
    assertThat(find(a)).isEqualTo(a);
  }

  @Test
  void itStartsOverWhenItIsFull() {
    for (int i = 0; i <= KnownDispatchers.MAX_SIZE; i++) {
      find(table(i));
    }

    assertThat(known.size()).isEqualTo(1);
    assertThat(find(table(0))).isEqualTo(table(0));
  }

  @Test
  void rowIsReadAndCopiedAsItWasWritten() throws IOException {
    byte[] bytes = "xx{\"id\":1}yy".getBytes(StandardCharsets.UTF_8);
    Row row = new Row(null, table(7), 42, bytes, 2, 8, null);
    DataOutputSerializer written = new DataOutputSerializer(64);
    new RowSerializer().serialize(row, written);
    DataOutputSerializer copied = new DataOutputSerializer(64);
    new RowSerializer().copy(new DataInputDeserializer(written.getCopyOfBuffer()), copied);

    DataInputDeserializer in = new DataInputDeserializer(copied.getCopyOfBuffer());
    Row read = new RowSerializer().deserialize(in);

    assertThat(in.available()).isZero();
    assertThat(read.dispatcher()).isEqualTo(table(7));
    assertThat(read.commitTs()).isEqualTo(42);
    assertThat(new String(read.buffer(), read.offset(), read.length(), StandardCharsets.UTF_8))
        .isEqualTo("{\"id\":1}");
  }

  private DispatcherId find(DispatcherId dispatcher) {
    byte[] key = dispatcher.utf8();
    return known.find(dispatcher.hashCode(), Arrays.copyOf(key, key.length + 5), key.length);
  }

  private static DispatcherId table(int number) {
    return DispatcherId.of(new TableId("shop", "t" + number));
  }
}
