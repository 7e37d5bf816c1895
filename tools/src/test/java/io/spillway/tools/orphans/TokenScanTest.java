package io.spillway.tools.orphans;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TokenScanTest {
  @Test
  void tokensAreFoundWhereverTheyStand() {
    assertThat(found("abc", List.of("abc"))).containsExactly("abc");
    assertThat(found("abc.....", List.of("abc"))).containsExactly("abc");
    assertThat(found(".....abc", List.of("abc"))).containsExactly("abc");
    assertThat(found("..abcdef..", List.of("abc", "cde", "f.", "fg", "..........."))) //
        .containsExactlyInAnyOrder("abc", "cde", "f.");
  }

  @Test
  void bytesShorterThanATokenHaveNone() {
    assertThat(found("", List.of("a"))).isEmpty();
    assertThat(found("ab", List.of("abc"))).isEmpty();
    assertThat(found("abc", List.of())).isEmpty();
  }

  @Property(tries = 300)
  void findsWhatASearchForEachFinds(@ForAll long seed) {
    Random random = new Random(seed);
    String text = letters(random, random.nextInt(200));
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      tokens.add(letters(random, 1 + random.nextInt(6)));
    }

    Set<String> expected = new HashSet<>(tokens);
    expected.removeIf(token -> !text.contains(token));

    assertThat(found(text, tokens)).isEqualTo(expected);
  }

  /** Few letters, so that tokens are found and nearly found often. */
  private static String letters(Random random, int length) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      letters.append("abé".charAt(random.nextInt(3)));
    }
    return letters.toString();
  }

  private static Set<String> found(String text, List<String> tokens) {
    Set<String> found = new HashSet<>();
    new TokenScan(tokens).find(text.getBytes(StandardCharsets.UTF_8), found);
    return found;
  }
}
