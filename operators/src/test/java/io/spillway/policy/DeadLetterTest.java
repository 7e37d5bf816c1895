package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.testing.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
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

  private static DeadLetter refused() {
    return new DeadLetter(
        LETTER.position(),
        LETTER.key(),
        LETTER.value(),
        "search",
        "mapper_parsing_exception",
        "no",
        1_000,
        new DeadLetter.Refusal(400, "shop.t", "7", 2));
  }

  @Test
  void aRefusedLetterRoundTripsAndTellsWhatTheOutputSaid() throws IOException {
    Wire.roundTrips(new DeadLetterSerializer(), refused());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DeadLetterJson().write(refused(), out);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith(
            "\"value\":\"e/8=\",\"status\":400,\"index\":\"shop.t\",\"id\":\"7\",\"attempts\":2}\n");
  }

  @Test
  void aLetterOfTheFirstVersionIsStillRead() throws IOException {
    DataOutputSerializer now = new DataOutputSerializer(64);
    new DeadLetterSerializer().serialize(LETTER, now);
    byte[] first = now.getCopyOfBuffer();
    first[0] = 1;
    DeadLetter read =
        new DeadLetterSerializer()
            .deserialize(new DataInputDeserializer(first, 0, first.length - 1));
    assertThat(read).usingRecursiveComparison().isEqualTo(LETTER);
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
