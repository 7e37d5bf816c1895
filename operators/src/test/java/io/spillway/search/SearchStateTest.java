package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.ControlChange;
import io.spillway.event.Envelope;
import io.spillway.event.Header;
import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import io.spillway.search.bulk.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SearchStateTest {
  private static final SearchRow ROW =
      new SearchRow("in-3", 42, "shop.t", 463594436794777607L, new byte[] {1, -1});
  private static final SearchRow SENT =
      new SearchRow(
          "in-3",
          42,
          "shop.t",
          463594436794777607L,
          new byte[] {1, -1},
          new Envelope(
              new byte[] {5}, 9, List.of(new Header("h", new byte[] {6}), new Header("n", null))));
  private static final DeadDocument DEAD =
      new DeadDocument(
          SENT,
          new DeadDocument.Target("shop.t", "é"),
          new DeadDocument.Failure(400, "mapping", "why"),
          new DeadDocument.Tries(1, 5, 8));

  /** Written out by hand from the description of version 1. */
  private static final String ROW_V1 =
      "00000004696e2d33"
          + "000000000000002a"
          + "0000000673686f702e74"
          + "066f04af1d000007"
          + "0000000201ff";

  /** Version 2 adds the key, the time and the headers, each led by whether it is there. */
  private static final String SENT_V2 =
      ROW_V1
          + "01"
          + "0000000105"
          + "0000000000000009"
          + "00000002"
          + "0000000168"
          + "01"
          + "0000000106"
          + "000000016e"
          + "00";

  private static final SearchWriterStateSerializer STATE = new SearchWriterStateSerializer();
  private static final SearchCommittableSerializer COMMITTABLE = new SearchCommittableSerializer();

  /** Version 1 of rows in managed state: the version, the number of rows, and each row. */
  @Test
  void writesAndReadsRowsInManagedStateAsVersionOneSays() throws IOException {
    SearchRowsSerializer serializer = new SearchRowsSerializer();
    String kept = "01" + "00000002" + SENT_V2 + SENT_V2;
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(List.of(SENT, SENT), out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(kept);
    List<SearchRow> read = serializer.deserialize(new DataInputDeserializer(hex(kept)));
    assertThat(read).hasSize(2);
    assertSame(read.get(1), SENT);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static void assertSame(SearchRow row, SearchRow other) {
    assertThat(row).usingRecursiveComparison().isEqualTo(other);
  }

  @Test
  void writesARowAsVersionTwoSays() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    SearchElementSerializer.INSTANCE.serialize(SENT, out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo("00" + SENT_V2);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    assertSame((SearchRow) SearchElementSerializer.INSTANCE.deserialize(in), SENT);
  }

  @Test
  void readsWriterStateAndTheDeadOfEarlierVersions() throws IOException {
    assertThat(STATE.deserialize(1, hex("00000002" + ROW_V1 + ROW_V1)).rows())
        .usingRecursiveComparison()
        .isEqualTo(List.of(ROW, ROW));
    String dead =
        "00000001"
            + ROW_V1
            + "0000000161"
            + "0000000162"
            + "00000190"
            + "0000000163"
            + "0000000164"
            + "00000003";
    String numbers = "000000000000000900000000000000090000000000000002";
    assertThat(COMMITTABLE.deserialize(2, hex(numbers + dead)).dead())
        .usingRecursiveComparison()
        .isEqualTo(
            List.of(
                new DeadDocument(
                    ROW,
                    new DeadDocument.Target("a", "b"),
                    new DeadDocument.Failure(400, "c", "d"),
                    new DeadDocument.Tries(3, -1, -1))));
  }

  @Test
  void keepsWriterState() throws IOException {
    byte[] bytes =
        STATE.serialize(
            new SearchWriterState(List.of(SENT, Rows.upsert(1, 2, "x")), List.of(7, 0), null));
    SearchWriterState read = STATE.deserialize(3, bytes);
    List<SearchRow> rows = read.rows();
    assertThat(read.attempts()).containsExactly(7, 0);
    assertThat(rows).hasSize(2);
    assertSame(rows.get(0), SENT);
    assertSame(rows.get(1), Rows.upsert(1, 2, "x"));
  }

  @Test
  void keepsSettingsWithTheWriterState() throws IOException {
    ControlChange control =
        new ControlChange(3, 4, 5, List.of(TableScope.ALL), List.of(), Tuning.NONE.tellingEvery(6));
    SearchWriterState state = new SearchWriterState(List.of(), List.of(), control);
    assertThat(STATE.deserialize(3, STATE.serialize(state))).isEqualTo(state);
    DataOutputSerializer out = new DataOutputSerializer(64);
    SearchElementSerializer.INSTANCE.serialize(new SearchControl(control), out);
    assertThat(
            SearchElementSerializer.INSTANCE.deserialize(
                new DataInputDeserializer(out.getCopyOfBuffer())))
        .isEqualTo(new SearchControl(control));
  }

  /** As the classes of 0.1.0 have written it, settings included. */
  @Test
  void readsAndWritesStateOfVersion3AsItWas() throws IOException {
    String kept =
        "00000001"
            + SENT_V2
            + "00000005"
            + "01"
            + "02050000000000000003000000000000000700000000000000630000000100000001610000000162"
            + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "0000000000002710";
    ControlChange control =
        new ControlChange(
            3,
            7,
            99,
            List.of(new TableScope("a", "b")),
            List.of(),
            Tuning.NONE.tellingEvery(10_000));
    SearchWriterState read = STATE.deserialize(3, hex(kept));
    assertSame(read.rows().get(0), SENT);
    assertThat(read.attempts()).containsExactly(5);
    assertThat(read.control()).isEqualTo(control);
    assertThat(HexFormat.of().formatHex(STATE.serialize(read))).isEqualTo(kept);
  }

  @Test
  void readsWriterStateOfVersion2() throws IOException {
    SearchWriterState read = STATE.deserialize(2, hex("00000001" + SENT_V2 + "00000005"));
    assertSame(read.rows().get(0), SENT);
    assertThat(read.attempts()).containsExactly(5);
    assertThat(read.control()).isNull();
  }

  @Test
  void readsWriterStateOfVersion1() throws IOException {
    SearchWriterState read = STATE.deserialize(1, hex("00000001" + ROW_V1));
    assertThat(read.rows()).hasSize(1);
    assertSame(read.rows().get(0), ROW);
    assertThat(read.attempts()).containsExactly(0);
  }

  @Test
  void keepsCommittables() throws IOException {
    SearchCommittable committable =
        new SearchCommittable(
            Long.MIN_VALUE,
            5,
            7,
            List.of(DEAD, DEAD),
            List.of(new ModeChange(3, Mode.IDLE), new ModeChange(1700000000000L, Mode.PROTECT)));
    assertThat(
            COMMITTABLE.deserialize(COMMITTABLE.getVersion(), COMMITTABLE.serialize(committable)))
        .usingRecursiveComparison()
        .isEqualTo(committable);
  }

  @Test
  void readsCommittablesOfVersion1() throws IOException {
    assertThat(COMMITTABLE.deserialize(1, hex("0000000000000009000000000000000200000000")))
        .isEqualTo(new SearchCommittable(9, 9, 2, List.of()));
  }

  @Test
  void readsCommittablesOfVersion3() throws IOException {
    assertThat(
            COMMITTABLE.deserialize(
                3, hex("00000000000000090000000000000008000000000000000200000000")))
        .isEqualTo(new SearchCommittable(9, 8, 2, List.of()));
  }

  @Test
  void refusesOtherVersionsAndBytesThatAreLeftOver() throws IOException {
    byte[] state = STATE.serialize(new SearchWriterState(List.of(ROW), List.of(1), null));
    byte[] committable = COMMITTABLE.serialize(new SearchCommittable(1, 3, 2, List.of()));
    assertThatThrownBy(() -> STATE.deserialize(4, state))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 4");
    assertThatThrownBy(() -> COMMITTABLE.deserialize(0, committable))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 0");
    assertThatThrownBy(
            () -> STATE.deserialize(STATE.getVersion(), Arrays.copyOf(state, state.length + 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 bytes after");
    assertThatThrownBy(
            () ->
                COMMITTABLE.deserialize(
                    COMMITTABLE.getVersion(), Arrays.copyOf(committable, committable.length + 3)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("3 bytes after");
    assertThatThrownBy(
            () -> STATE.deserialize(STATE.getVersion(), Arrays.copyOf(state, state.length - 1)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> STATE.deserialize(1, hex("00000001ffffffff")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("negative");
  }

  @Test
  void splitsLargeStateIntoPartsThatCanSpread() {
    List<SearchRow> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(new SearchRow("p", i, "d", i, new byte[1 << 20]));
    }
    List<SearchWriterState> parts =
        SearchWriterState.parts(rows, java.util.Collections.nCopies(20, 3), null);
    assertThat(parts).hasSize(5);
    assertThat(parts.stream().flatMap(p -> p.rows().stream()).toList()).isEqualTo(rows);
    assertThat(SearchWriterState.parts(List.of(), List.of(), null)).isEmpty();
  }

  @Test
  void isNotLeftToGenericSerialization() throws IOException {
    TypeInformation<SearchElement> type = SearchElementSerializer.TYPE;
    assertThat(type.createSerializer(new SerializerConfigImpl()))
        .isInstanceOf(SearchElementSerializer.class);
    TypeSerializerSnapshot<SearchElement> snapshot =
        SearchElementSerializer.INSTANCE.snapshotConfiguration();
    assertThat(
            new SearchElementSerializer.Snapshot()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
    assertThatThrownBy(
            () ->
                new SearchElementSerializer.Snapshot()
                    .readSnapshot(9, new DataInputDeserializer(), getClass().getClassLoader()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 9");
  }
}
