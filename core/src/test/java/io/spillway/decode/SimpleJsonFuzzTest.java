package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a message, it has one outcome, and a row is sound canal-json. */
class SimpleJsonFuzzTest {
  private static final int CASES = 10_000;

  private static final List<String> SEEDS =
      List.of(
          SimpleMessages.BOOTSTRAP,
          SimpleMessages.INSERT,
          SimpleMessages.UPDATE,
          SimpleMessages.DELETE,
          SimpleMessages.DDL,
          SimpleMessages.WATERMARK);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void nothingThrowsAndEachMessageHasOneOutcome(long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    SimpleJsonDecoder decoder = SimpleMessages.decoder();
    for (int i = 0; i < CASES; i++) {
      byte[] message = Messages.utf8(SEEDS.get(random.nextInt(SEEDS.size())));
      for (int m = random.nextInt(3); m > 0; m--) {
        message =
            Mutation.values()[random.nextInt(Mutation.values().length)].apply(message, random);
      }
      String about =
          "seed %d case %d: %s"
              .formatted(seed, i, new String(message, StandardCharsets.ISO_8859_1));
      Event event = decode(decoder, message, about);
      assertThat(event).as(about).isNotNull();
      if (event instanceof Row row) {
        byte[] bytes = row.buffer();
        assertThat(DebeziumMessages.JSON.readTree(bytes, row.offset(), row.length()).get("data"))
            .as(about)
            .hasSize(1);
      } else if (event instanceof Poison poison) {
        assertThat(poison.value()).as(about).isEqualTo(message);
        assertThat(poison.reason()).as(about).isNotBlank();
      }
      outcomes.merge(EventText.of(event).split(" ", 2)[0], 1, Integer::sum);
    }
    assertThat(outcomes).containsKeys("row", "ddl", "resolved", "skipped", "MALFORMED", "INVALID");
    assertThat(outcomes.get("row")).isGreaterThan(CASES / 10);
  }

  private static Event decode(MessageDecoder decoder, byte[] message, String about) {
    try {
      return Messages.decode(decoder, message);
    } catch (RuntimeException e) {
      throw new AssertionError(about, e);
    }
  }
}
