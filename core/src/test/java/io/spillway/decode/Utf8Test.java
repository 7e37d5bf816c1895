package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private final CharsetDecoder jdk = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer decoded = CharBuffer.allocate(16);

  private boolean jdkAccepts(byte[] bytes) {
    return !jdk.reset().decode(ByteBuffer.wrap(bytes), decoded.clear(), true).isError();
  }

  /** The run and what is after it, which is ASCII or the end. */
  private static boolean accepts(byte[] bytes) {
    int after = Utf8.skip(bytes, 0, bytes.length);
    while (after >= 0 && after < bytes.length) {
      after = bytes[after] >= 0 ? after + 1 : Utf8.skip(bytes, after, bytes.length);
    }
    return after >= 0;
  }

  @Test
  void agreesWithTheJdkOnEverySequenceOfTwoAndThreeBytes() {
    int accepted = 0;
    for (int word = 0; word < 1 << 24; word++) {
      byte[] bytes = {(byte) (word >> 16), (byte) (word >> 8), (byte) word};
      if (bytes[0] >= 0) {
        continue;
      }
      boolean expected = threeByteTruth(bytes);
      if (accepts(bytes) != expected) {
        assertThat(accepts(bytes)).as(Arrays.toString(bytes)).isEqualTo(expected);
      }
      accepted += expected ? 1 : 0;
    }
    // 61,440 characters of three bytes, 1,920 of two before each of 128 ASCII characters.
    assertThat(accepted).isEqualTo(61_440 + 1_920 * 128);
  }

  /** The JDK's word, asked only where the first two bytes leave it open. */
  private boolean threeByteTruth(byte[] bytes) {
    return bytes[1] < 0 && (bytes[0] & 0xFF) >= 0xC0 && jdkAccepts(bytes);
  }

  @Test
  void agreesWithTheJdkAtTheEdgesOfFourBytes() {
    int[] seconds = {0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0};
    int[] others = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    for (int first = 0xEF; first <= 0xFF; first++) {
      for (int second : seconds) {
        for (int third : others) {
          for (int fourth : others) {
            byte[] bytes = {(byte) first, (byte) second, (byte) third, (byte) fourth};
            assertThat(accepts(bytes)).as(Arrays.toString(bytes)).isEqualTo(jdkAccepts(bytes));
          }
        }
      }
    }
  }

  @Test
  void namesTheFirstInvalidCharacterAfterValidOnes() {
    Random random = new Random(5);
    for (int i = 0; i < 200; i++) {
      byte[] valid = "é€😀ß".repeat(random.nextInt(5)).getBytes(StandardCharsets.UTF_8);
      byte[] broken = Arrays.copyOf(valid, valid.length + 2);
      broken[valid.length] = (byte) 0xE2;
      broken[valid.length + 1] = (byte) 0x82;
      assertThat(Utf8.skip(broken, 0, broken.length)).isEqualTo(~valid.length);
    }
  }

  @Test
  void stopsAtTheFirstAsciiCharacter() {
    byte[] bytes = "äöa".getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.skip(bytes, 0, bytes.length)).isEqualTo(4);
  }
}
