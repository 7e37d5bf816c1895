package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Bytes of a file's split as the classes of 0.1.0 have written them; version 1 is still written.
 */
class KeptSplitBytesTest {
  @Test
  void areReadAndWrittenAsTheyWere() throws IOException {
    String hex = "0000001166696c653a2f696e2f612d332e6a736f6e00000002696e00000003000000000000002a";
    FileSplit split = new FileSplit("file:/in/a-3.json", new SourcePartition("in", 3), 42);
    FileSplitSerializer serializer = new FileSplitSerializer();
    assertThat(serializer.deserialize(1, HexFormat.of().parseHex(hex))).isEqualTo(split);
    assertThat(HexFormat.of().formatHex(serializer.serialize(split))).isEqualTo(hex);
  }
}
