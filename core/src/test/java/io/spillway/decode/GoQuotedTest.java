package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoQuotedTest {
  private static final long SEED = 20261129L;
  private static final String NAMED = "\u0007\b\f\n\r\t\u000b\\\"";
  private static final String LETTERS = "abfnrtv\\\"";

  private final GoQuoted quoted = new GoQuoted();

  private byte[] decoded(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int size = quoted.decode(utf8, 0, utf8.length);
    return size < 0 ? null : Arrays.copyOf(quoted.bytes(), size);
  }

  /** As Go's documentation of strconv.Quote says. */
  private static String quote(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int named = bytes[at] < 0 ? -1 : NAMED.indexOf(bytes[at]);
      int end = bytes[at] < 0 ? oneCharacter(bytes, at) : at + 1;
      if (named >= 0) {
        text.append('\\').append(LETTERS.charAt(named));
      } else if (end < 0) {
        text.append("\\x%02x".formatted(bytes[at] & 0xFF));
        end = at + 1;
      } else if (bytes[at] >= 0 && (bytes[at] < ' ' || bytes[at] == 0x7F)) {
        text.append("\\x%02x".formatted(bytes[at]));
      } else {
        int code = new String(bytes, at, end - at, StandardCharsets.UTF_8).codePointAt(0);
        boolean isPrintable = Character.isLetterOrDigit(code) || code < 0x7F;
        String escape = code > 0xFFFF ? "\\U%08x" : "\\u%04x";
        text.append(isPrintable ? Character.toString(code) : escape.formatted(code));
      }
      at = end;
    }
    return text.toString();
  }

  private static int oneCharacter(byte[] bytes, int at) {
    for (int end = at + 2; end <= Math.min(bytes.length, at + 4); end++) {
      if (Utf8.skip(bytes, at, end) == end) {
        return end;
      }
    }
    return -1;
  }

  @RepeatedTest(20)
  void whatGoHasQuotedIsThatAgain(RepetitionInfo repetition) {
    Random random = new Random(SEED + repetition.getCurrentRepetition());
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      byte[] characters =
          new String(bytes, StandardCharsets.UTF_16).getBytes(StandardCharsets.UTF_8);
      for (byte[] some : new byte[][] {bytes, characters}) {
        assertThat(decoded(quote(some))).as("seed %d case %d", SEED, i).isEqualTo(some);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\",
        "a\\",
        "\\x",
        "\\x1",
        "\\xg0",
        "\\u00e",
        "\\ud800",
        "\\U0011ffff",
        "\\Uffffffff",
        "\\0",
        "\\'",
        "\\q"
      })
  void whatGoDoesNotWriteIsRefused(String text) {
    assertThat(decoded(text)).isNull();
  }

  @Test
  void aLongTextFits() {
    assertThat(decoded("\\xff".repeat(5000))).hasSize(5000).containsOnly(0xFF);
  }
}
