package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a message, the decoder and Jackson agree on what is left of it. */
class DecoderFuzzTest {
  private static final int CASES = 15_000;

  private static final List<String> SEEDS =
      List.of(
          Messages.INSERT,
          Messages.UPDATE,
          Messages.DELETE,
          Messages.DDL,
          Messages.WATERMARK,
          Messages.PLAIN,
          "{\"type\":\"DELETE\",\"database\":\"d\",\"table\":\"t\",\"es\":1,\"data\":[{}]}",
          "{\"type\":\"delete\",\"database\":\"d\",\"table\":\"t\",\"es\":1,\"old\":[{\"a\":\"b\"}]}",
          Messages.DELETE
              .replace("\"old\":null", "\"old\":[{}]")
              .replace("[{\"no\":\"9\"}]", "null"),
          Messages.PLAIN.replace("INSERT", "Init"),
          "[1,-0,2.5e+7,true,false,null,\"\\ud83d\\ude00\",{\"\":[]}]");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void agreesWithJacksonOnDamagedMessages(long seed) {
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    for (int i = 0; i < CASES; i++) {
      byte[] message = Messages.utf8(SEEDS.get(random.nextInt(SEEDS.size())));
      for (int m = random.nextInt(4); m >= 0; m--) {
        message =
            Mutation.values()[random.nextInt(Mutation.values().length)].apply(message, random);
      }
      String actual = EventText.of(Messages.decode(message));
      assertThat(actual)
          .as("seed %d case %d: %s", seed, i, new String(message, StandardCharsets.ISO_8859_1))
          .isEqualTo(ReferenceDecoder.decode(message));
      outcomes.merge(actual.split(" ", 2)[0], 1, Integer::sum);
    }
    assertThat(outcomes).containsKeys("row", "ddl", "resolved", "skipped", "MALFORMED", "INVALID");
    assertThat(outcomes.get("row")).isGreaterThan(CASES / 20);
    assertThat(outcomes.get("INVALID")).isGreaterThan(CASES / 50);
  }
}
