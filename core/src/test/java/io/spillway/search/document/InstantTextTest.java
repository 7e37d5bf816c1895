package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstantTextTest {
  @ParameterizedTest
  @CsvSource({
    "UTC,2024-07-01 12:00:00,2024-07-01T12:00:00Z",
    "Europe/Berlin,2024-07-01 12:00:00,2024-07-01T10:00:00Z",
    "Europe/Berlin,2024-07-01 12:30:15.120,2024-07-01T10:30:15.120Z",
    "Europe/Berlin,2024-01-01 00:30:00.000001,2023-12-31T23:30:00.000001Z",
    // an hour that comes twice is the first of the two, one that never was is an hour later
    "Europe/Berlin,2024-10-27 02:30:00,2024-10-27T00:30:00Z",
    "Europe/Berlin,2024-03-31 02:30:00,2024-03-31T01:30:00Z",
    "Asia/Shanghai,1970-01-01 08:00:01,1970-01-01T00:00:01Z",
    // what has an offset already, or is no date, stays
    "Europe/Berlin,2024-07-01 12:00:00+02,2024-07-01T12:00:00+02",
    "Europe/Berlin,2024-02-30 12:00:00,2024-02-30T12:00:00",
  })
  void isTheSameInstantInUtc(String zone, String text, String expected) {
    assertThat(InstantText.utc(text, zone.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(zone)))
        .isEqualTo(expected);
  }
}
