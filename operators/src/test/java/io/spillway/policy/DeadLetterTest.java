package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.testing.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
  private static final DeadLetter LETTER =
      new DeadLetter(
          new SourcePosition(new SourcePartition("orders", 3), 99, -1),
          new byte[] {1},
          new byte[] {'{', -1},
          "decode",
          "MALFORMED",
          "not \"UTF-8\"",
          1_000);

  @Test
  void aLetterRoundTrips() throws IOException {
    Wire.roundTrips(new DeadLetterSerializer(), LETTER);
    Wire.refusesOtherVersions(new DeadLetterSerializer(), LETTER);
  }

  @Test
  void aLetterIsOneLineOfJsonWithTheOriginalBytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DeadLetterJson().write(LETTER, out);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"failedAt\":\"1970-01-01T00:00:01Z\",\"stage\":\"decode\",\"kind\":\"MALFORMED\","
                + "\"reason\":\"not \\\"UTF-8\\\"\",\"topic\":\"orders\",\"partition\":3,"
                + "\"offset\":99,\"timestamp\":-1,\"key\":\"AQ==\",\"value\":\"e/8=\"}\n");
  }
}
