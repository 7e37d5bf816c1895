package io.spillway.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateSeparatorTest {
  @ParameterizedTest
  @CsvSource({
    "NONE, 2026-01-15T10:20:30Z, UTC, ''",
    "YEAR, 2026-01-15T10:20:30Z, UTC, 2026",
    "MONTH, 2026-01-15T10:20:30Z, UTC, 2026-01",
    "DAY, 2026-01-15T10:20:30Z, UTC, 2026-01-15",
    "DAY, 2026-01-15T23:59:59.999Z, UTC, 2026-01-15",
    "DAY, 2026-01-16T00:00:00Z, UTC, 2026-01-16",
    "DAY, 2026-01-15T23:59:59Z, Asia/Shanghai, 2026-01-16",
    "YEAR, 2026-01-01T02:00:00Z, America/New_York, 2025",
    "DAY, 2026-12-30T12:00:00Z, UTC, 2026-12-30",
    "DAY, 1969-12-31T23:59:59Z, UTC, 1969-12-31",
  })
  void datesAreThoseOfTheZone(DateSeparator separator, Instant time, ZoneId zone, String date) {
    assertThat(separator.format(time.toEpochMilli(), zone)).isEqualTo(date);
    assertThat(separator.matches(date)).isTrue();
  }
}
