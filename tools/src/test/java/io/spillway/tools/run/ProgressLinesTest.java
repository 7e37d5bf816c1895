package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private static final long SECOND = 1_000_000_000L;
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  @Test
  void aLogGetsALineEachHalfMinute() {
    ProgressLines lines = ProgressLines.standard(false);

    assertThat(lines.areDue(29 * SECOND, 0)).isFalse();
    assertThat(lines.areDue(30 * SECOND, 0)).isTrue();
    lines.print("one", out);
    lines.print("two", out);
    lines.end(out);
    assertThat(text).hasToString("one\ntwo\n");
  }

  @Test
  void aTerminalShowsTheNewestLineInOnePlaceAndClearsItAtTheEnd() {
    ProgressLines lines = ProgressLines.standard(true);

    assertThat(lines.areDue(SECOND, 0)).isTrue();
    lines.print("a longer one", out);
    lines.print("two", out);
    lines.end(out);
    assertThat(text.toString()).doesNotContain("\n").endsWith("\r\u001b[K").contains("two\u001b[K");
  }

  @Test
  void noLinesAreAskedForWithZero() {
    ProgressLines lines = ProgressLines.standard(true).each(Duration.ZERO);

    assertThat(lines.areDue(Long.MAX_VALUE, 0)).isFalse();
  }
}
