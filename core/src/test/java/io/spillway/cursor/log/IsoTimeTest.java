package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {
  private static long parse(String text) {
    char[] padded = ("x" + text + "x").toCharArray();
    return IsoTime.parse(padded, 1, text.length());
  }

  @Property
  void everyMomentIsReadAsItWasWritten(
      @ForAll @LongRange(min = -62_000_000_000_000L, max = 250_000_000_000_000L) long ms) {
    assertThat(parse(Instant.ofEpochMilli(ms).toString())).isEqualTo(ms);
    long second = Math.floorDiv(ms, 1000) * 1000;
    assertThat(parse(Instant.ofEpochMilli(second).toString())).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T00:00:00.123456Z",
        "2026-01-31T24:00:00Z",
        "+12026-01-31T00:00:00Z",
        "2024-02-29T23:59:59.999Z"
      })
  void otherFormsAreReadAsTheStandardLibraryDoes(String text) {
    assertThat(parse(text)).isEqualTo(Instant.parse(text).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-01-31",
        "2026-02-30T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-31T25:00:00Z",
        "2026-01-31T00:61:00Z",
        "2026-01-31T00:00:00x",
        "2026-01-31T00:00:00.1x3Z",
        "2026-01-31 00:00:00Z"
      })
  void whatIsNoTimeIsRefused(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(DateTimeException.class);
  }
}
