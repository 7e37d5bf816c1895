package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class TimesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);

  @Test
  void momentsAreAbsoluteOrAgo() {
    assertThat(instant("2026-01-31T00:00:01Z")).isEqualTo(Instant.parse("2026-01-31T00:00:01Z"));
    assertThat(instant("2026-01-31")).isEqualTo(Instant.parse("2026-01-31T00:00:00Z"));
    assertThat(instant("1 h ago")).isEqualTo(NOW.minus(Duration.ofHours(1)));
    assertThat(instant("90 min ago")).isEqualTo(NOW.minus(Duration.ofMinutes(90)));
    assertThat(instant(" now ")).isEqualTo(NOW);
  }

  @Test
  void whatIsNoMomentIsRefusedWithExamples() {
    for (String wrong :
        new String[] {"yesterday", "1 ago", "1 parsec ago", "2026-13-01", "", "T"}) {
      assertThatThrownBy(() -> instant(wrong))
          .as(wrong)
          .isInstanceOf(TypeConversionException.class)
          .hasMessageContaining("1 h ago");
    }
  }

  @Test
  void timesHaveUnits() {
    assertThat(Times.duration("24 h")).isEqualTo(Duration.ofDays(1));
    assertThatThrownBy(() -> Times.duration("soon"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("as 24 h or 30 min");
  }

  private Instant instant(String text) {
    return Times.instant(text, clock);
  }
}
