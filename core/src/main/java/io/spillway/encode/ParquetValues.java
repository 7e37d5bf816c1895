package io.spillway.encode;

import io.spillway.event.Surrogates;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;

/**
 * Texts of canal-json as values of Parquet's primitive types: {@link Integer}, {@link Long}, {@link
 * Float}, {@link Double}, {@link Boolean} and {@link Binary}. Null is what has no value in the
 * type; {@link Cut} what has only part of one.
 */
final class ParquetValues {
  static final int NANOS_OF_MICRO = 1_000;

  /**
   * Characters of a number, more than a double without exponent has. What is longer isn't parsed:
   * that takes time by the square, half a minute for a million digits, and all tables wait.
   */
  static final int LONGEST_NUMBER = 2_000;

  private static final long NANOS_OF_SECOND = 1_000_000_000L;
  private static final long SECONDS_OF_DAY = 86_400;
  private static final int DATE_LENGTH = 10;
  private static final int FRACTION_DIGITS = 9;

  private ParquetValues() {}

  /** How a text becomes a value. */
  interface Conversion {
    Object of(String text);
  }

  /**
   * A value that has lost something of the text.
   *
   * @param value what is left
   */
  record Cut(Object value) {}

  static Object int32(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static Object int64(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static Object bool(String text) {
    return switch (text) {
      case "0" -> Boolean.FALSE;
      case "1" -> Boolean.TRUE;
      default -> null;
    };
  }

  /** Exact decimals of a precision and scale, in the smallest type that holds all of them. */
  static Conversion decimal(int precision, int scale) {
    int length = decimalBytes(precision);
    return text -> {
      BigInteger unscaled = unscaled(text, precision, scale);
      if (unscaled == null) {
        return null;
      }
      if (length == Integer.BYTES) {
        return unscaled.intValueExact();
      }
      return length == Long.BYTES ? unscaled.longValueExact() : fixed(unscaled, length);
    };
  }

  /** Bytes of a decimal: 4 and 8 are an integer's, others stand as they are. */
  static int decimalBytes(int precision) {
    int bytes = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    if (bytes <= Integer.BYTES) {
      return Integer.BYTES;
    }
    return Math.max(bytes, Long.BYTES);
  }

  private static BigInteger unscaled(String text, int precision, int scale) {
    if (text.length() > LONGEST_NUMBER) {
      return null;
    }
    BigDecimal number;
    try {
      number = new BigDecimal(text).stripTrailingZeros();
    } catch (NumberFormatException e) {
      return null;
    }
    long before = (long) number.precision() - number.scale();
    if (number.scale() > scale || (number.signum() != 0 && before > precision - scale)) {
      return null;
    }
    return number.setScale(scale).unscaledValue();
  }

  private static Binary fixed(BigInteger unscaled, int length) {
    byte[] bytes = new byte[length];
    byte[] digits = unscaled.toByteArray();
    if (unscaled.signum() < 0) {
      Arrays.fill(bytes, (byte) -1);
    }
    System.arraycopy(digits, 0, bytes, length - digits.length, digits.length);
    return Binary.fromConstantByteArray(bytes);
  }

  static Object float32(String text) {
    if (!isFloating(text)) {
      return null;
    }
    Float number = Float.valueOf(text);
    return number.isInfinite() && !isName(text) ? null : number;
  }

  static Object float64(String text) {
    if (!isFloating(text)) {
      return null;
    }
    Double number = Double.valueOf(text);
    return number.isInfinite() && !isName(text) ? null : number;
  }

  private static boolean isName(String text) {
    return text.endsWith("Infinity") || text.equals("NaN");
  }

  /** Java's own reader takes more, such as hexadecimal digits and spaces. */
  private static boolean isFloating(String text) {
    if (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity")) {
      return true;
    }
    if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
      return false;
    }
    try {
      return new BigDecimal(text).precision() > 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Days since 1970. */
  static Object date(String text) {
    LocalDate date = text.length() == DATE_LENGTH ? day(text) : null;
    return date == null ? null : (int) date.toEpochDay();
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text.subSequence(0, DATE_LENGTH));
    } catch (DateTimeException e) {
      // month or day 00, or a day that the month hasn't
      return null;
    }
  }

  /** Microseconds since midnight; nothing for what is no time of a day. */
  static Object time(String text) {
    long nanos = nanosOfDay(text, 0);
    return nanos < 0 ? null : units(nanos, nanos / NANOS_OF_MICRO, NANOS_OF_MICRO);
  }

  /** A value in a unit that may be coarser than the text. */
  private static Object units(long nanos, long value, int unit) {
    return nanos % unit == 0 ? (Object) value : new Cut(value);
  }

  /** Of {@code hh:mm:ss}, with a fraction or without; -1 for anything else. */
  private static long nanosOfDay(String text, int from) {
    int end = from + 8;
    if (text.length() < end || text.charAt(from + 2) != ':' || text.charAt(from + 5) != ':') {
      return -1;
    }
    int hour = digits(text, from, from + 2);
    int minute = digits(text, from + 3, from + 5);
    int second = digits(text, from + 6, end);
    int fraction = text.length() == end ? 0 : fraction(text, end);
    boolean isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0;
    if (!isTime || second >= 60 || fraction < 0) {
      return -1;
    }
    return (hour * 3_600L + minute * 60L + second) * NANOS_OF_SECOND + fraction;
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  /** Nanoseconds of a point and up to 9 digits; -1 for anything else. */
  private static int fraction(String text, int point) {
    int count = text.length() - point - 1;
    if (text.charAt(point) != '.' || count < 1 || count > FRACTION_DIGITS) {
      return -1;
    }
    int number = digits(text, point + 1, text.length());
    for (int i = count; number >= 0 && i < FRACTION_DIGITS; i++) {
      number *= 10;
    }
    return number;
  }

  /**
   * A date and time in units since 1970 of the text's own zone.
   *
   * @param unit nanoseconds
   */
  static Conversion local(int unit) {
    return text -> sinceEpoch(text, ZoneOffset.UTC, unit);
  }

  /**
   * A date and time in units since 1970 in UTC.
   *
   * @param zone of the text
   * @param unit nanoseconds
   */
  static Conversion instant(ZoneId zone, int unit) {
    return text -> sinceEpoch(text, zone, unit);
  }

  private static Object sinceEpoch(String text, ZoneId zone, int unit) {
    if (text.length() < DATE_LENGTH + 9 || " T".indexOf(text.charAt(DATE_LENGTH)) < 0) {
      return null;
    }
    LocalDate date = day(text);
    long nanos = nanosOfDay(text, DATE_LENGTH + 1);
    if (date == null || nanos < 0) {
      return null;
    }
    long seconds = date.toEpochDay() * SECONDS_OF_DAY + nanos / NANOS_OF_SECOND;
    if (!zone.equals(ZoneOffset.UTC)) {
      List<ZoneOffset> offsets =
          zone.getRules().getValidOffsets(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
      if (offsets.isEmpty()) {
        // an hour that the zone leaves out
        return null;
      }
      // of an hour that the zone has twice, the earlier one
      seconds -= offsets.get(0).getTotalSeconds();
    }
    long fraction = nanos % NANOS_OF_SECOND;
    try {
      long whole = Math.multiplyExact(seconds, NANOS_OF_SECOND / unit);
      return units(fraction, Math.addExact(whole, fraction / unit), unit);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  static Object string(String text) {
    return Surrogates.paired(text)
        ? Binary.fromString(text)
        : new Cut(Binary.fromString(Surrogates.replaced(text)));
  }

  /** One character a byte. */
  static Object bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xFF) {
        return null;
      }
    }
    return Binary.fromConstantByteArray(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** By names; where they aren't known, as the source has sent it. */
  static Conversion enumName(List<String> elements) {
    return text ->
        elements.isEmpty() || !ElementNames.isNumber(text)
            ? string(text)
            : named(ElementNames.ofEnum(text, elements));
  }

  /** The same of a set. */
  static Conversion setNames(List<String> elements) {
    return text ->
        elements.isEmpty() || !ElementNames.isNumber(text)
            ? string(text)
            : named(ElementNames.ofSet(text, elements));
  }

  private static Object named(String name) {
    return name == null ? null : string(name);
  }
}
