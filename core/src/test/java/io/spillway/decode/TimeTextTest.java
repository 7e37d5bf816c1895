package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Dates and times against java.time. */
class TimeTextTest {
  private static final List<String> ZONES =
      List.of("UTC", "Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "+05:45", "Etc/GMT+12");
  private static final DateTimeFormatter SHOWN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  private final JsonBuffer out = new JsonBuffer();

  private String written() {
    String text = new String(out.bytes(), 0, out.size(), StandardCharsets.US_ASCII);
    out.clear();
    return text;
  }

  @Test
  void everyDayOfTenThousandYearsIsItsDate() {
    TimeText times = new TimeText(out, ZoneOffset.UTC);
    LocalDate date = LocalDate.of(0, 1, 1);
    while (date.getYear() < 10_000) {
      assertThat(times.date(date.toEpochDay())).isTrue();
      assertThat(written()).isEqualTo(date.toString());
      assertThat(TimeText.dayOf(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
          .isEqualTo(date.toEpochDay());
      date = date.plusDays(date.getDayOfMonth() < 27 ? 13 : 1);
    }
    assertThat(times.date(date.toEpochDay())).isFalse();
    assertThat(times.date(LocalDate.of(-1, 12, 31).toEpochDay())).isFalse();
    assertThat(written()).isEmpty();
  }

  @Property(tries = 2000)
  void anInstantIsTheClockOfItsZone(@ForAll long seed) {
    Random random = new Random(seed);
    ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    Instant instant =
        Instant.ofEpochSecond(
            random.nextLong(-2_000_000_000L, 4_000_000_000L), random.nextInt(1_000_000) * 1000L);
    ClockReader clock = new ClockReader(new TimeText(out, zone), out);
    byte[] text = Messages.utf8(instant.atOffset(ZoneOffset.UTC).format(iso()));

    assertThat(clock.instant(text, 0, text.length, 6)).isTrue();

    assertThat(written())
        .as("seed %d, %s in %s", seed, instant, zone)
        .isEqualTo(SHOWN.format(instant.atZone(zone)));
  }

  private static DateTimeFormatter iso() {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSXXX", Locale.ROOT);
  }
}
