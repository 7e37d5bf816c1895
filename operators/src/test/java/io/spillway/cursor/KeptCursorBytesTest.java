package io.spillway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of a cursor as the classes of 0.1.0 have written them; version 1 is still written. */
class KeptCursorBytesTest {
  private static final String MOVED =
      "010000000454494d450100000012343633353934343336373934373737363037000000000000000c"
          + "0000000000000007";
  private static final String NEW = "010000000454494d450000000000000000000000000000000000";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void areReadAndWrittenAsTheyWere(boolean moved) throws IOException {
    String hex = moved ? MOVED : NEW;
    CursorState state =
        moved
            ? new CursorState(CursorKind.TIME, "463594436794777607", 12, 7)
            : CursorState.none(CursorKind.TIME);
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(hex));
    assertThat(new CursorStateSerializer().deserialize(in)).isEqualTo(state);
    assertThat(in.available()).isZero();
    assertThat(HexFormat.of().formatHex(Wire.bytes(new CursorStateSerializer(), state)))
        .isEqualTo(hex);
  }
}
