package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {
  private final JsonScanner scanner = new JsonScanner();

  private boolean accepts(byte[] json) {
    scanner.reset(json, json.length);
    int after = scanner.value(scanner.white(0), 0);
    return after > 0 && scanner.white(after) == json.length;
  }

  private boolean accepts(String json) {
    return accepts(Messages.utf8(json));
  }

  private static boolean jacksonAccepts(String json) {
    try (JsonParser parser = new JsonFactory().createParser(Messages.utf8(json))) {
      parser.nextToken();
      parser.skipChildren();
      parser.getText();
      return parser.nextToken() == null;
    } catch (IOException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        " [ ] ",
        "0",
        "-0",
        "10",
        "-1.5e+10",
        "1E5",
        "1e-05",
        "0.0",
        "true",
        "false",
        "null",
        "\"\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uABcd\"",
        "\"\u007f\"",
        "\"\\ud800\"",
        "{\"a\":1,\"a\":2}",
        "{\"\":{\"\":[[],{}]}}",
        "[1\t,\r\n2]",
        "\"12345678\"",
        "\"1234567é\"",
        "\"€uro\"",
        "[\"😀\",\"ab😀cdefgh\"]"
      })
  void acceptsWhatJacksonAccepts(String json) {
    assertThat(jacksonAccepts(json)).isTrue();
    assertThat(accepts(json)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[",
        "}",
        "]",
        "{]",
        "[}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "01",
        "-01",
        "00",
        "+1",
        "-",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "0x1",
        "1a",
        "tru",
        "truE",
        "nul",
        "nulll",
        "falsee",
        "True",
        "NaN",
        "-Infinity",
        "Infinity",
        "\"",
        "\"abc",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12G4\"",
        "\"\\U0041\"",
        "\"\n\"",
        "\"\t\"",
        "\"\u0000\"",
        "\"1234567\u001f\"",
        "1 1",
        "{} {}",
        "[]]",
        "// c\n1",
        "/* c */ 1",
        "# c\n1",
        "[1]\u0000",
        "\u00a01",
        "[\u000b1]",
        "{\"\\ud800\":1}"
      })
  void refusesWhatJacksonRefuses(String json) {
    assertThat(!json.isEmpty() && jacksonAccepts(json)).isFalse();
    assertThat(accepts(json)).isFalse();
  }

  @Test
  void refusesInvalidUtf8InKeysAndValues() {
    byte[] overlong = "[\"12345?/abcdefgh\"]".getBytes(StandardCharsets.US_ASCII);
    overlong[7] = (byte) 0xC0;
    overlong[8] = (byte) 0xAF;
    assertThat(accepts(overlong)).isFalse();
    assertThat(scanner.failedAt()).isEqualTo(7);
    byte[] surrogate = "{\"??? \":0}".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, 0, surrogate, 2, 3);
    assertThat(accepts(surrogate)).isFalse();
    assertThat(accepts("[\"é\"]".getBytes(StandardCharsets.ISO_8859_1))).isFalse();
  }

  @Test
  void findsASpecialByteAtEveryPlaceInAWord() {
    for (int length = 0; length < 40; length++) {
      String plain = " ~!#[]x/".repeat(5).substring(0, length);
      assertThat(accepts("\"" + plain + "\"")).isTrue();
      assertThat(accepts("\"" + plain + "\u001f" + plain + "\"")).isFalse();
      assertThat(accepts("\"" + plain + "\"" + plain + "\"")).isFalse();
      assertThat(accepts("\"" + plain + "\\q" + plain + "\"")).isFalse();
      assertThat(accepts("\"" + plain + "\\\"" + plain + "\"")).isTrue();
      assertThat(accepts("\"" + plain + "€" + plain + "\"")).isTrue();
    }
  }

  @Test
  void readsNothingBeyondItsEnd() {
    byte[] json = Messages.utf8("[\"abc\",null]true");
    for (int end = 0; end < 12; end++) {
      scanner.reset(json, end);
      assertThat(scanner.value(0, 0)).as("end %d", end).isEqualTo(-1);
      assertThat(scanner.failedAt()).isLessThanOrEqualTo(end);
    }
    scanner.reset(json, 12);
    assertThat(scanner.value(0, 0)).isEqualTo(12);
  }

  @Test
  void hasJacksonsLimitOfDepth() {
    String deep = "[".repeat(1000) + "]".repeat(1000);
    assertThat(accepts(deep) && jacksonAccepts(deep)).isTrue();
    String deeper = "{\"a\":" + deep + "}";
    assertThat(accepts(deeper) || jacksonAccepts(deeper)).isFalse();
  }

  @Test
  void isNoMoreLenientThanJacksonOnTheLengthOfNumbersAndKeys() {
    String digits = "1".repeat(1000);
    assertThat(accepts(digits) && jacksonAccepts(digits)).isTrue();
    assertThat(accepts(digits + "1") || jacksonAccepts(digits + "1")).isFalse();
    for (int length : new int[] {32_000, 32_765, 32_766, 32_767, 32_768, 32_769, 50_001, 70_000}) {
      String json = "{\"" + "k".repeat(length) + "\":1}";
      assertThat(accepts(json)).as("key of %d bytes", length).isEqualTo(length < 32_768);
      assertThat(accepts(json) && !jacksonAccepts(json)).as("key of %d bytes", length).isFalse();
    }
  }
}
