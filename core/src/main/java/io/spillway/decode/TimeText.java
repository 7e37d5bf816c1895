package io.spillway.decode;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/**
 * Dates and times as canal-json spells them: {@code 2016-10-15}, {@code 2016-10-15 02:15:15.120},
 * {@code -12:30:00}. Only years 0 to 9999, all that MySQL has; proleptic Gregorian calendar.
 */
final class TimeText {
  private static final long DAY_SECONDS = 86_400;

  /** Days of 1970-01-01 from 0000-03-01, where a year that ends with February begins. */
  private static final long SHIFT_DAYS = 719_468;

  private static final long ERA_DAYS = 146_097;
  private static final long FIRST_DAY = -719_528;
  private static final long LAST_DAY = 2_932_896;
  private static final int MOST_DIGITS = 9;

  /** Nanoseconds of the last digit, by the number of digits. */
  private static final long[] OF_LAST_DIGIT = {
    1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1
  };

  private final JsonBuffer out;
  private final ZoneRules zone;

  /**
   * @param zone of timestamps, which are instants; all else has no zone
   */
  TimeText(JsonBuffer out, ZoneId zone) {
    this.out = out;
    ZoneRules rules = zone.getRules();
    boolean utc = rules.isFixedOffset() && rules.getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    this.zone = utc ? null : rules;
  }

  /** A day counted from 1970-01-01; false, with nothing written, where there is no such date. */
  boolean date(long day) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      return false;
    }
    long shifted = day + SHIFT_DAYS;
    long era = Math.floorDiv(shifted, ERA_DAYS);
    long dayOfEra = shifted - era * ERA_DAYS;
    long yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (ERA_DAYS - 1)) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long month = (5 * dayOfYear + 2) / 153;
    long dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    out.padded(year, 4).put('-').padded(month, 2).put('-').padded(dayOfMonth, 2);
    return true;
  }

  /** A date and time of day in seconds since 1970, and its fraction. */
  boolean dateTime(long seconds, long nanos, int digits) {
    if (!date(Math.floorDiv(seconds, DAY_SECONDS))) {
      return false;
    }
    out.put(' ');
    clock(Math.floorMod(seconds, DAY_SECONDS));
    fraction(nanos, digits);
    return true;
  }

  /** An instant, as a clock in the zone shows it. */
  boolean instant(long seconds, long nanos, int digits) {
    long shift =
        zone == null ? 0 : zone.getOffset(Instant.ofEpochSecond(seconds)).getTotalSeconds();
    return dateTime(seconds + shift, nanos, digits);
  }

  /** A span of time, as a TIME column has it: with a sign, and hours above 24. */
  void span(long nanos, int digits) {
    long size = nanos;
    if (nanos < 0) {
      out.put('-');
      size = -nanos;
    }
    clock(size / 1_000_000_000);
    fraction(size % 1_000_000_000, digits);
  }

  private void clock(long seconds) {
    long hours = seconds / 3600;
    if (hours < 100) {
      out.padded(hours, 2);
    } else {
      out.number(hours);
    }
    out.put(':').padded(seconds / 60 % 60, 2).put(':').padded(seconds % 60, 2);
  }

  private void fraction(long nanos, int digits) {
    if (digits > 0) {
      int shown = Math.min(digits, MOST_DIGITS);
      out.put('.').padded(nanos / OF_LAST_DIGIT[shown], shown);
    }
  }

  /** Days from 1970-01-01 to a date. */
  static long dayOf(long year, long month, long day) {
    long shiftedYear = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(shiftedYear, 400L);
    long yearOfEra = shiftedYear - era * 400;
    long dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * ERA_DAYS + dayOfEra - SHIFT_DAYS;
  }
}
