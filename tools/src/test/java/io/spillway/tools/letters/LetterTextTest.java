package io.spillway.tools.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Header;
import io.spillway.job.letters.Samples;
import io.spillway.policy.DeadLetter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LetterTextTest {
  private static String text(DeadLetter letter) {
    StringWriter text = new StringWriter();
    new LetterText(new PrintWriter(text)).print(letter);
    return text.toString();
  }

  @Test
  void aLetterIsShownWholeButForItsSecrets() {
    String shown =
        text(
            Samples.refused(
                99,
                3,
                List.of(
                    new Header("Authorization", "Bearer hidden".getBytes(UTF_8)),
                    new Header("api-token", "hidden".getBytes(UTF_8)),
                    new Header("region", "eu".getBytes(UTF_8)))));
    assertThat(shown)
        .contains(
            "position:     orders-3@99\n",
            "kind:         mapping\n",
            "attempts:     2\n",
            "first failed: 1970-01-01T00:00:01Z\n",
            "last failed:  1970-01-01T00:00:02Z\n",
            "table:        shop.t\n",
            "primary key:  {\"id\":\"7\"}\n",
            "answer:       400 for shop.t/7\n",
            "header region:eu\n",
            "value:        vvv\n")
        .doesNotContain("hidden");
  }

  @Test
  void bytesThatAreNoTextAreHexAndControlCharactersDoNoHarm() {
    DeadLetter letter = Samples.unreadable(1, "\u001b[31m\n");
    assertThat(text(letter)).contains("value:        \\u001b[31m\\u000a\n", "key:          none\n");
    DeadLetter bytes =
        new DeadLetter(
            new DeadLetter.Original(letter.position(), null, new byte[] {'{', -1}, List.of()),
            letter.failure(),
            letter.subject());
    assertThat(text(bytes)).contains("value:        hex 7bff\n");
  }
}
