package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.Wire;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.junit.jupiter.api.Test;

class PassesSerializerTest {
  private static final Passes.State STATE =
      new Passes.State(List.of(new Passes.TrackState(0x70000, 0x10002, 40)), 50, 41, 49);

  @Test
  void version1IsRead() throws IOException {
    String bytes =
        "01"
            + "0000000000000032"
            + "0000000000000029"
            + "0000000000000031"
            + "00000001"
            + "0000000000070000"
            + "00010002"
            + "0000000000000028";
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(bytes));
    assertThat(new PassesSerializer().deserialize(in)).isEqualTo(STATE);
    assertThat(in.available()).isZero();
  }

  @Test
  void roundTrips() throws IOException {
    Wire.roundTrips(new PassesSerializer(), STATE, new Passes.State(List.of(), 1, 2, 3));
    Wire.refusesOtherVersions(new PassesSerializer(), STATE);
  }
}
