package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ResolvedSplitTest {
  private static final FileSplit SPLIT =
      new FileSplit("file:///a", new SourcePartition("p", 3), 64);

  private static final String FORM =
      "000000010000001e0000000966696c653a2f2f2f610000000170000000030000000000000040";

  /** As 0.1.0 wrote it. */
  private static final String VERSION_1 = "0000000000000009" + FORM;

  private static final String VERSION_2 = "0000000000000009" + "000000000000004d" + FORM;

  private static final String VERSION_3 =
      "0000000000000009" + "000000000000004d" + "00000002" + "6964" + FORM;

  private final ResolvedSplit.Serializer<FileSplit> serializer =
      new ResolvedSplit.Serializer<>(new FileSplitSerializer());

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void theBytesOfEachVersionAreRead() throws IOException {
    assertThat(serializer.deserialize(1, bytes(VERSION_1)))
        .isEqualTo(new ResolvedSplit<>(SPLIT, 9, Long.MIN_VALUE));
    assertThat(serializer.deserialize(2, bytes(VERSION_2)))
        .isEqualTo(new ResolvedSplit<>(SPLIT, 9, 77));
    assertThat(serializer.deserialize(3, bytes(VERSION_3)))
        .isEqualTo(new ResolvedSplit<>(SPLIT, 9, 77, "id"));
  }

  @Test
  void theNewestVersionIsWritten() throws IOException {
    assertThat(serializer.getVersion()).isEqualTo(3);
    byte[] written = serializer.serialize(new ResolvedSplit<>(SPLIT, 9, 77, "id"));
    assertThat(HexFormat.of().formatHex(written)).isEqualTo(VERSION_3);
  }

  @Test
  void aVersionOfTheFutureAndBytesTooManyAreRefused() {
    assertThatThrownBy(() -> serializer.deserialize(4, bytes(VERSION_3)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not 4");
    assertThatThrownBy(() -> serializer.deserialize(2, bytes(VERSION_2 + "00")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 bytes too many");
  }
}
